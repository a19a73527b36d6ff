import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';

/** One line about the time that work takes; `short`: not enough is left, and `children` offers a way on. */
export function CostLine({ text, short, children }: { text: string; short: boolean; children?: ReactNode }) {
  return (
    <p role="status" className={`flex items-start gap-1.5 text-xs ${short ? 'text-danger' : 'text-soft'}`}>
      <Hourglass aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>
        {text} {short ? children : null}
      </span>
    </p>
  );
}
