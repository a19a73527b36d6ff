import { expect, test } from 'vitest';
import { attachToastSink, dismissToast, showToast, type ToastInput } from './toast.ts';

function makeSink() {
  const done: string[] = [];
  const show = ({ message }: ToastInput) => void done.push(message);
  return { done, show, dismiss: (id: string) => void done.push(`without ${id}`) };
}

test('a message waits until there is something that shows it, unless it is outdated by then', () => {
  // What other tests of this process have left.
  attachToastSink(makeSink())();
  showToast({ message: 'a' });
  showToast({ message: 'b', id: 'b' });
  dismissToast('b');
  const [first, second, third] = [makeSink(), makeSink(), makeSink()];
  const leaveFirst = attachToastSink(first);
  expect(first.done).toEqual(['a']);
  showToast({ message: 'c' });
  dismissToast('c');
  expect(first.done).toEqual(['a', 'c', 'without c']);
  const leaveSecond = attachToastSink(second);
  leaveFirst();
  showToast({ message: 'd' });
  expect([first.done.length, second.done]).toEqual([3, ['d']]);
  leaveSecond();
  showToast({ message: 'e' });
  attachToastSink(third)();
  expect([second.done, third.done]).toEqual([['d'], ['e']]);
});
