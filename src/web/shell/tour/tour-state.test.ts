import { expect, test, vi } from 'vitest';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { selectorOf, stepsFor } from './steps.ts';
import { endTour, rememberTour, startTour, useTourWanted, wasWelcomed } from './tour-state.ts';

test('a tour is wanted until it ends', async () => {
  endTour();
  const hook = await openPage().render(useTourWanted, undefined);
  expect(hook.now).toBe(false);
  await hook.after(startTour);
  expect(hook.now).toBe(true);
  await hook.after(endTour);
  expect(hook.now).toBe(false);
});

test('where nothing can be stored, nobody is welcomed on every visit', () => {
  openPage();
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  rememberTour(null, 'shown');
  expect(wasWelcomed(null)).toBe(true);
});

test('the steps about the sidebar are left out where there is none beside the page', () => {
  expect(stepsFor({ mobile: false })).toEqual(['input', 'upload', 'action', 'main-nav', 'secondary-nav']);
  expect(stepsFor({ mobile: true })).toEqual(['input', 'upload', 'action']);
  expect(selectorOf('main-nav')).toBe('[data-tour="main-nav"]');
});
