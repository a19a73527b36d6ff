import { expect, test } from 'vitest';
import { openPage } from '../../tests/harness/interface/page.tsx';
import { useCostText } from './use-cost-text.ts';
import { common } from './words/en/common.ts';

type Cost = NonNullable<Parameters<ReturnType<typeof useCostText>>[0]>;

async function said() {
  const { now: toText } = await openPage().render(useCostText, undefined);
  const costs = (cost: Partial<Cost>) => toText({ pays: 'time', seconds: 600, unknown: 0, left: 3600, ...cost }, 'note');
  return { toText, costs };
}

test('where time is not limited, or nothing is known yet, nothing is said', async () => {
  const { toText, costs } = await said();
  expect([
    toText(undefined, 'note'),
    costs({ pays: 'unlimited' }),
    costs({ left: null }),
    costs({ pays: 'own_key', left: null }),
  ]).toEqual([null, null, null, null]);
});

test('what takes no time says why', async () => {
  const { toText, costs } = await said();
  const nothing: Cost = { pays: 'nothing', seconds: 600, unknown: 0, left: 10 };
  expect([costs({ pays: 'own_key', left: 0 }), toText(nothing, 'note'), toText(nothing, 'question')]).toEqual([
    { text: common.cost.ownKey, short: false },
    { text: common.cost.known, short: false },
    { text: common.cost.nothing, short: false },
  ]);
});

test('the time is said in whole minutes, with what is left and how many are of unknown length', async () => {
  const { costs } = await said();
  expect(costs({})).toEqual({ text: 'About 10 mins of the 1 hr you have left', short: false });
  // Less than a minute counts as one.
  expect(costs({ seconds: 20 })?.text).toBe('About 1 min of the 1 hr you have left');
  expect(costs({ seconds: 149, left: 30 * 60 })?.text).toBe('About 2 mins of the 30 mins you have left');
  expect(costs({ seconds: 150 })?.text).toBe('About 3 mins of the 1 hr you have left');
  expect(costs({ unknown: 1200 })).toEqual({ text: 'About 10 mins, plus 1,200 of unknown length; 1 hr left', short: false });
  expect(costs({ seconds: 0, unknown: 2 })).toEqual({ text: 'Length not known until it’s read; 1 hr left', short: false });
  expect(costs({ seconds: 0 })).toEqual({ text: 'Length not known until it’s read; 1 hr left', short: false });
});

test('less than half a minute is none', async () => {
  const { costs } = await said();
  expect(costs({ seconds: 10, left: 30 })?.text).toBe('About 1 min of the 1 min you have left');
  expect(costs({ seconds: 10, left: 29 })?.text).toBe('About 1 min of the 0 min you have left');
});

test('what needs more than is left is told before it is refused: a second is held for each of unknown length', async () => {
  const { costs } = await said();
  const short = (cost: string, left: string) => ({
    text: `Not enough time: this needs about ${cost}, and you have ${left}. Activate a license key, or add your own model key.`,
    short: true,
  });
  expect(costs({ seconds: 3600 })?.short).toBe(false);
  expect(costs({ seconds: 3601 })).toEqual(short('1 hr', '1 hr'));
  expect(costs({ seconds: 595, unknown: 5, left: 600 })?.short).toBe(false);
  expect(costs({ seconds: 595, unknown: 6, left: 600 })).toEqual(short('10 mins', '10 mins'));
  expect(costs({ seconds: 0, unknown: 120, left: 0 })).toEqual(short('2 mins', '0 min'));
});
