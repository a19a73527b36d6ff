/** A note written by a model: from the link given to the note read, against the time the (fake) provider took itself. */
import { createTestClient } from '../tests/harness/http/client.ts';
import { startTestServer } from '../tests/harness/http/server.ts';
import { startFakeLlm, writeNoteFor } from '../tests/harness/models/fake-llm.ts';
import { startSite } from '../tests/harness/sites/site.ts';
import { waitFor } from '../tests/harness/wait.ts';

const rounds = 5;
const target = 1.15;
const pieceLength = 8;
const firstDelayMs = 800;
const delayMs = 25;

const site = await startSite();
const llm = await startFakeLlm();
llm.script((request) => ({ text: writeNoteFor(request.prompt), pieceLength, firstDelayMs, delayMs }));
const server = await startTestServer({
  env: { GLEANER_FETCH_ALLOW: site.host, OPENAI_BASE_URL: llm.url, OPENAI_API_KEY: 'sk-bench', OPENAI_MODEL: 'fake' },
});
const client = createTestClient(server.url);
const ratios: number[] = [];
for (let round = 0; round < rounds; round++) {
  const paragraphs = Array.from(
    { length: 24 },
    (_, line) =>
      `<p>Entry ${line} of register ${round} names the height of the water at the stone mark, the wind of that day and the houses that were emptied in time.</p>`,
  );
  site.on(`/${round}`, {
    body: `<html lang="en"><title>Register ${round}</title><article><h1>Register ${round}</h1>${paragraphs.join('')}</article></html>`,
  });
  const busyBefore = llm.counts.busyMs;
  const started = performance.now();
  const { results } = await client.rpc.ingest.submit.mutate({ items: [{ url: `${site.url}/${round}` }], noteLanguage: 'en' });
  const [result] = results;
  if (!result || !('contentId' in result)) throw new Error('refused');
  await waitFor('the note', async () => {
    const detail = await client.rpc.content.detail.query({ contentId: result.contentId });
    if (detail.status === 'failed') throw new Error(`failed: ${detail.problem?.code}`);
    return detail.status === 'completed' ? true : undefined;
  });
  const ms = performance.now() - started;
  const providerMs = llm.counts.busyMs - busyBefore;
  ratios.push(ms / providerMs);
  process.stdout.write(
    `note ${round + 1}: ${ms.toFixed(0)} ms, the provider ${providerMs.toFixed(0)} ms, ratio ${(ms / providerMs).toFixed(3)}\n`,
  );
}
ratios.sort((a, b) => a - b);
const median = ratios[Math.floor(rounds / 2)] ?? Number.NaN;
process.stdout.write(`median ratio ${median.toFixed(3)}, target at most ${target}${median <= target ? '' : '   OVER'}\n`);
await server.stop();
server.remove();
await site.close();
await llm.close();
