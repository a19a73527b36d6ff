/**
 * How soon an answer begins: from the question to the first piece that reaches the page, over the calls that the page makes, beside
 * the same question put to the model directly. The model answers at once, over a loopback socket.
 */
import { createTestClient, type TestClient } from '../tests/harness/http/client.ts';
import { startTestServer } from '../tests/harness/http/server.ts';
import { startFakeLlm, writeNoteFor } from '../tests/harness/models/fake-llm.ts';
import { startSite } from '../tests/harness/sites/site.ts';
import { waitFor } from '../tests/harness/wait.ts';

const warmups = 5;
const rounds = 25;

const llm = await startFakeLlm();
llm.script(({ prompt }) =>
  prompt.includes('Question: ')
    ? { text: `The oven keeps its heat. [L0] ${'It goes on in the same way. '.repeat(20)}`, delayMs: 20 }
    : { text: writeNoteFor(prompt) },
);
const site = await startSite();
const server = await startTestServer({
  env: {
    OPENAI_BASE_URL: llm.url,
    OPENAI_API_KEY: 'sk-test-canary-000000000000',
    OPENAI_MODEL: 'fake-model',
    GLEANER_FETCH_ALLOW: `${site.host},${llm.host}`,
    MODEL_QUESTIONS_PER_HOUR: '0',
  },
});

async function makeContent(client: TestClient): Promise<string> {
  await client.rpc.account.ensure.mutate();
  const text = Array.from({ length: 40 }, (_, index) => `<p>Note ${index}: the oven of Lorn keeps its heat for hours.</p>`).join(
    '',
  );
  site.on('/oven', { body: `<html lang="en"><title>Oven</title><body><article><h1>Oven</h1>${text}</article></body></html>` });
  const { results } = await client.rpc.ingest.submit.mutate({ items: [{ url: `${site.url}/oven` }], noteLanguage: 'en' });
  const contentId = results[0] && 'contentId' in results[0] ? results[0].contentId : '';
  await waitFor('the note', async () => {
    const { run, status } = await client.rpc.content.detail.query({ contentId });
    return run === null && status === 'completed' ? true : undefined;
  });
  return contentId;
}

async function firstPiece(client: TestClient, contentId: string): Promise<number> {
  const started = performance.now();
  await client.rpc.chat.ask.mutate({ contentId, question: 'How long?' });
  const { answeringId } = await client.rpc.chat.history.query({ contentId });
  if (answeringId === null) throw new Error('the answer was over before it was watched');
  let takenMs = 0;
  for await (const { type, data } of client.events('task.watch', { taskId: answeringId })) {
    if (type !== 'message' || !JSON.stringify(data).includes('oven')) continue;
    takenMs = performance.now() - started;
    break;
  }
  await waitFor('the end of the answer', async () =>
    (await client.rpc.chat.history.query({ contentId })).answeringId === null ? true : undefined,
  );
  return takenMs;
}

/** The time until the model itself sends its first piece. */
async function directly(): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${llm.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'fake-model', stream: true, messages: [{ role: 'user', content: 'Question: How long?' }] }),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  const takenMs = performance.now() - started;
  await reader?.cancel();
  return takenMs;
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

try {
  const client = createTestClient(server.url);
  const contentId = await makeContent(client);
  const pieces: number[] = [];
  const direct: number[] = [];
  for (let round = -warmups; round < rounds; round++) {
    const piece = await firstPiece(client, contentId);
    const alone = await directly();
    if (round < 0) continue;
    pieces.push(piece);
    direct.push(alone);
  }
  const [median, worst, model] = [quantile(pieces, 0.5), quantile(pieces, 0.9), quantile(direct, 0.5)];
  process.stdout.write(
    `first piece of an answer: median ${median.toFixed(0)} ms, 90 % within ${worst.toFixed(0)} ms; the model alone ${model.toFixed(1)} ms (ratio ${(median / model).toFixed(1)})\n`,
  );
} finally {
  await server.stop();
  server.remove();
  await site.close();
  await llm.close();
}
