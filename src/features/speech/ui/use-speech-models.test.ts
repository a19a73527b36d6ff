import { expect, test } from 'vitest';
import { cut, openPage } from '../../../../tests/harness/interface/page.tsx';
import { useModelActions, useSpeechModels } from './use-speech-models.ts';

const models = (...states: string[]) => ({ models: states.map((state, index) => ({ id: `${index}`, state })) });

async function opened(first = models('absent', 'installed', 'partial')) {
  const now = { answer: first };
  const page = openPage({
    answers: {
      'speech.models': () => now.answer,
      'speech.fetchModel': () => ({}),
      'speech.cancelFetch': () => ({}),
      'speech.removeModel': () => ({}),
      'speech.importModels': () => ({}),
    },
  });
  const hook = await page.render(() => ({ data: useSpeechModels().data, ...useModelActions() }), null);
  return { page, hook, now, reads: () => page.calls.filter(({ path }) => path === 'speech.models').length };
}

test('models are read every ten seconds, and more often while one is on its way', async () => {
  const { page, reads, now } = await opened();
  await page.settle(9980);
  expect(reads()).toBe(1);
  now.answer = models('installed', 'fetching');
  await page.settle(20);
  expect(reads()).toBe(2);
  await page.settle(690);
  expect(reads()).toBe(2);
  now.answer = models('checking');
  await page.settle(15);
  expect(reads()).toBe(3);
  await page.settle(710);
  expect(reads()).toBe(4);
});

test.each(['fetch', 'cancel', 'remove', 'importAll'] as const)(
  'after %s the models are read again, failed or not',
  async (name) => {
    const { page, hook, reads } = await opened();
    await hook.after((now) => now[name].mutate({ id: 'a' } as never));
    expect([page.calls[1]?.input, reads()]).toEqual([{ id: 'a' }, 2]);
    for (const path of ['fetchModel', 'cancelFetch', 'removeModel', 'importModels'])
      page.answers[`speech.${path}`] = () => {
        throw cut();
      };
    await hook.after((now) => now[name].mutate({ id: 'a' } as never));
    expect(reads()).toBe(3);
  },
);

test('each action has a call of its own', async () => {
  const { page, hook } = await opened();
  for (const name of ['fetch', 'cancel', 'remove', 'importAll'] as const)
    await hook.after((now) => now[name].mutate({ id: 'a' } as never));
  expect(page.calls.map(({ path }) => path).filter((path) => path !== 'speech.models')).toEqual([
    'speech.fetchModel',
    'speech.cancelFetch',
    'speech.removeModel',
    'speech.importModels',
  ]);
});
