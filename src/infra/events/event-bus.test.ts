import { expect, test } from 'vitest';
import type { Listener } from '#db/listener.ts';
import { createEventBus, type Signal } from './event-bus.ts';

test('signals: are told to whoever subscribed, as far as they are signals, and that some were missed', async () => {
  const opened: { channel: string; say: (payload: string) => void; lose: () => void }[] = [];
  let unlistened = 0;
  const listener = {
    async listen(channel: string, say: (payload: string) => void, lose: () => void) {
      opened.push({ channel, say, lose });
      return () => void unlistened++;
    },
  } as unknown as Listener;
  const bus = await createEventBus(listener);
  const [channel] = opened;
  expect(channel?.channel).toBe('gleaner_events');
  const [first, second]: (Signal | null)[][] = [[], []];
  const leave = bus.subscribe((signal) => first?.push(signal));
  bus.subscribe((signal) => second?.push(signal));
  const signals: Signal[] = [
    { type: 'user_work', userId: 'ada' },
    { type: 'task', taskId: 't' },
    { type: 'task_cancelled', taskId: 't' },
    { type: 'channels_due' },
  ];
  for (const signal of signals) channel?.say(JSON.stringify(signal));
  for (const odd of ['', 'null', '{', '{"type":"other"}', '{"type":"task"}', '{"type":"user_work","userId":5}'])
    channel?.say(odd);
  expect([first, second]).toEqual([signals, signals]);
  leave();
  channel?.lose();
  expect([first?.length, second?.at(-1)]).toEqual([4, null]);
  bus.close();
  channel?.say(JSON.stringify(signals[0]));
  expect([second?.length, unlistened]).toEqual([5, 1]);
});
