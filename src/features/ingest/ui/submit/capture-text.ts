/** Lives outside of React, so that the text is still in the field when the user comes back to the home page. */
import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';
import { withoutLinks, writtenLinks } from '#engine/sites/shared/links-in-text.ts';

const store = createStore<{ text: string }>()(() => ({ text: '' }));

export function useCaptureText(): string {
  return useStore(store, ({ text }) => text);
}

/** Returns the new text. */
export function changeCaptureText(change: (before: string) => string): string {
  store.setState(({ text }) => ({ text: change(text) }));
  return store.getState().text;
}

/** What comes from outside of the field goes below what is in it, once. */
export function withAdded(before: string, added: string): string {
  const text = added.trim();
  if (before.trim() === '') return text;
  if (text === '' || before.split('\n').some((line) => line.trim() === text)) return before;
  return `${before.trimEnd()}\n${text}`;
}

/** The field may have changed meanwhile. `started`: links now at work; `rest`: what stays of a text that has not changed. */
export function afterSubmit(now: string, submitted: string, started: readonly string[], rest: string): string {
  return now === submitted ? rest : withoutLinks(now, started);
}

/** Words around the last link go with it. */
export function afterPick(now: string, picked: string): string {
  const rest = withoutLinks(now, [picked]);
  return writtenLinks(rest).length === 0 ? '' : rest;
}
