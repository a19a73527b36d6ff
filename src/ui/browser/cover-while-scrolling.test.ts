import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coverWhileScrolling } from './cover-while-scrolling.ts';

class Place extends EventTarget {
  dataset: Record<string, string> = {};
  inside: EventTarget[] = [];
  contains = (other: EventTarget) => other === this || this.inside.includes(other);
}

/** The result of `document.elementFromPoint`. */
let below: EventTarget;
/** What `document.getSelection` gives, as text. */
let selected: string;
const page = Object.assign(new Place(), { elementFromPoint: () => below, getSelection: () => selected });
const list = new Place();
const link = new Place();
let stop: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  vi.stubGlobal('Node', Place);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('MouseEvent', Event);
  page.inside = [list, link];
  list.inside = [link];
  below = link;
  selected = '';
  stop = coverWhileScrolling(list as never);
});
afterEach(() => {
  stop?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Dispatches an event as it arrives at the document. */
const tell = (type: string, target: EventTarget = page, more: object = {}) =>
  page.dispatchEvent(Object.defineProperty(Object.assign(new Event(type), more), 'target', { value: target }));
const isCovered = () => 'scrolled' in list.dataset;

test('LIB-02 rows that scroll under a pointer at rest are covered until they rest, or it moves', () => {
  tell('scroll', new Place());
  expect(isCovered()).toBe(false);
  tell('scroll');
  // As far apart as the frames of a slow machine.
  vi.advanceTimersByTime(150);
  expect(isCovered()).toBe(true);
  tell('scroll');
  vi.advanceTimersByTime(150);
  expect(isCovered()).toBe(true);
  vi.advanceTimersByTime(50);
  expect(isCovered()).toBe(false);

  tell('scroll');
  tell('pointermove', list, { pointerType: 'mouse' });
  expect(isCovered()).toBe(false);
  tell('scroll');
  expect(isCovered()).toBe(false);
  vi.advanceTimersByTime(200);
  tell('pointerdown', link);
  tell('scroll');
  expect(isCovered()).toBe(false);
  tell('pointerup', link);
  tell('scroll');
  expect(isCovered()).toBe(true);
});

test('LIB-02 a press that comes while rows scroll is one of the row below, a drag is none', () => {
  const pressed = vi.fn();
  link.addEventListener('click', pressed);
  const press = (at: number, then = () => {}) => {
    tell('pointerdown', list, { clientX: 20, clientY: 20 });
    then();
    list.dispatchEvent(Object.assign(new Event('click'), { clientX: 20, clientY: at }));
  };
  tell('scroll');
  selected = 'from before';
  press(22, () => expect(isCovered()).toBe(false));
  expect(pressed).toHaveBeenCalledTimes(1);

  press(20);
  tell('pointerup', list);
  tell('scroll');
  press(60);
  tell('pointerup', list);
  tell('scroll');
  press(23, () => {
    selected = 'a word';
  });
  expect(pressed).toHaveBeenCalledTimes(1);
});
