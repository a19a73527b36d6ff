import { expect, test } from 'vitest';
import { watchWhetherSomebodyWaits } from './somebody-waits.ts';

function watched() {
  const page = new EventTarget();
  let now = 1000;
  const waits = watchWhetherSomebodyWaits(page, () => now);
  return {
    waits,
    pass: (ms: number) => {
      now += ms;
      return waits();
    },
    tell: (type: string, more: object = {}) => {
      page.dispatchEvent(Object.assign(new Event(type), more));
      return waits();
    },
  };
}

test('at the beginning somebody waits for fifteen seconds', () => {
  const { waits, pass } = watched();
  expect([waits(), pass(14_999), pass(1)]).toEqual([true, true, false]);
});

test('a press is waited for four seconds, unless the pointer or the Tab key moves on', () => {
  for (const [type, more] of [['pointerdown'], ['click'], ['popstate'], ['keydown', { key: 'Enter' }]] as const) {
    const { tell, pass } = watched();
    pass(20_000);
    expect([tell(type, more), pass(3999), pass(1)], type).toEqual([true, true, false]);
  }
  const { tell, pass } = watched();
  expect(tell('pointerover')).toBe(false);
  expect([tell('click'), tell('keydown', { key: 'Tab' })]).toEqual([true, false]);
  expect([tell('keydown', { key: 'a' }), tell('pointerover'), pass(1)]).toEqual([true, false, false]);
});
