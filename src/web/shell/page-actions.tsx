import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

const place = createStore<HTMLElement | null>()(() => null);

/** Where the header shows what can be done with the open page. */
export function PageActionsPlace() {
  return <div ref={(element) => place.setState(element, true)} className="flex shrink-0 items-center" />;
}

/** In the header, which no panel and no state of the page moves. */
export function PageActions({ children }: { children: ReactNode }) {
  const element = useStore(place);
  return element === null ? null : createPortal(children, element);
}
