/**
 * The real sites, for a connected machine: `LIVE=1 npx vitest run --project live`. Off otherwise, and no part of
 * `npm test`: what they answer is theirs to change. `LIVE_LINKS` (separated by spaces) are tried besides. With
 * `RECORD=1` every answer is kept in `test-results/recordings`.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createGuardedFetch } from '#infra/guarded-fetch/guarded-fetch.ts';
import { answerFromRecordings } from '../harness/sites/recordings.ts';
import { startReplay } from '../harness/sites/replay.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Old and public things that are likely to stay. */
const links = [
  'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  'https://www.bilibili.com/video/BV17x411w7KC',
  'https://en.wikipedia.org/wiki/Gleaning',
  'https://arxiv.org/abs/1706.03762',
  ...(process.env.LIVE_LINKS ?? '').split(/\s+/).filter((link) => link !== ''),
];

type Ended = { code: number; stdout: string; stderr: string };

async function summarize(link: string): Promise<Ended> {
  const recorder =
    process.env.RECORD === '1'
      ? await startReplay({ beyond: answerFromRecordings(`${root}/test-results/recordings`, createGuardedFetch()) })
      : null;
  try {
    const env = { ...process.env, ...(recorder ? { GLEANER_REPLAY: recorder.url } : {}) };
    const args = [`${root}/bin/gleaner.mjs`, 'summarize', '--json', '--model-free', link];
    return { code: 0, ...(await run(process.execPath, args, { env, maxBuffer: 200_000_000, timeout: 280_000 })) };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr };
  } finally {
    await recorder?.close();
  }
}

describe.skipIf(process.env.LIVE !== '1')('the real sites', () => {
  test.for(links)('%s becomes a note, or says in a known code why not', async (link) => {
    const { code, stdout, stderr } = await summarize(link);
    if (code === 0)
      expect(JSON.parse(stdout)).toMatchObject({ content: { title: expect.stringMatching(/\S/) }, note: expect.anything() });
    else {
      expect(code).toBe(3);
      // Ours to be wrong about, whatever the site does.
      expect(stderr).toMatch(/^gleaner: [a-z_]+/m);
      expect(stderr).not.toMatch(/gleaner: (?:internal|site_changed)\b/);
    }
  });
});
