import { useState } from 'react';
import { wasWorkBegun } from '#ui/browser/begun-work.ts';

/** Work on many contents begins in the library. Other pages ask about it only after a visit there, or while some runs. */
export function useWorkBegun(pathname: string): boolean {
  const [begun, setBegun] = useState(wasWorkBegun);
  if (!begun && pathname === '/user/videos') setBegun(true);
  return begun;
}
