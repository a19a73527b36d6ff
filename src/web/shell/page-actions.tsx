import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

const place = createStore<HTMLElement | null>()(() => null);

export function PageActionsPlace() {
  return <div ref={(element) => place.setState(element, true)} className="flex shrink-0 items-center" />;
}

/** Renders into the header, where no panel or state of the page moves the actions. */
export function PageActions({ children }: { children: ReactNode }) {
  const element = useStore(place);
  return element === null ? null : createPortal(children, element);
}
