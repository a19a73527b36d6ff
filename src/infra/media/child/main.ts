/** Runs one media task and writes the result as JSON to stdout. Started by `createMediaTools` only. */
import { writeSync } from 'node:fs';
import { writeStdout } from '../../process/write-stdout.ts';
import {
  type MediaReply,
  type MediaRequest,
  type MediaResults,
  type MediaTask,
  type MediaTrouble,
  soundTask,
  warmTask,
} from '../child-messages.ts';
import { TaskFailure } from './fail.ts';
import { sniffHead } from './sniff.ts';

async function loadLibrary(path: string): Promise<void> {
  sniffHead(path);
  const { Log } = await import('node-av/lib').catch((cause: unknown) => {
    throw new TaskFailure('no_binding', cause instanceof Error ? cause.message : 'the native library did not load');
  });
  const { AV_LOG_QUIET } = await import('node-av/constants');
  Log.setLevel(AV_LOG_QUIET);
}

async function run(request: MediaRequest): Promise<MediaResults[MediaTask]> {
  await loadLibrary(request.path);
  switch (request.task) {
    case 'probe':
      return await (await import('./probe.ts')).probe(request.path);
    case 'subtitles':
      return await (await import('./subtitles.ts')).readSubtitles(request.path);
    case 'cover':
      return await (await import('./cover.ts')).makeCover(request.path);
    case 'frames':
      return await (await import('./cover.ts')).framesAt(request.path, request.times);
  }
}

async function answer(): Promise<MediaReply> {
  try {
    const [task = 'probe', path = '', ...times] = process.argv.slice(2) as [MediaTask?, string?, ...string[]];
    return { ok: true, value: await run({ task, path, times: times.map(Number) }) };
  } catch (error) {
    return troubleOf(error);
  }
}

function troubleOf(error: unknown): MediaTrouble {
  if (error instanceof TaskFailure) return { ok: false, code: error.code, detail: error.message };
  return { ok: false, code: 'media_unreadable', detail: error instanceof Error ? error.message : 'unknown' };
}

async function streamSound(path: string): Promise<never> {
  let trouble: MediaTrouble | null = null;
  try {
    await loadLibrary(path);
    await (await import('./sound.ts')).writeSound(path, writeStdout);
  } catch (error) {
    trouble = troubleOf(error);
  }
  if (trouble) writeSync(2, `\n${JSON.stringify(trouble)}`);
  process.exit(trouble ? 1 : 0);
}

if (process.argv[2] === warmTask) {
  await Promise.allSettled([
    import('node-av/lib'),
    import('./probe.ts'),
    import('./subtitles.ts'),
    import('./cover.ts'),
    import('./sound.ts'),
  ]);
  process.exit(0);
}

if (process.argv[2] === soundTask) await streamSound(process.argv[3] ?? '');

writeStdout(Buffer.from(JSON.stringify(await answer())));
// Exits at once, to skip the teardown of native threads.
process.exit(0);
