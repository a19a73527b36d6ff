/** Loads one model, then transcribes pieces of sound until its input ends. */
import { readFrames } from '../../../process/conversing-child.ts';
import { type ChildReply, type ChildTask, type HearRequest, replyMark } from '../child-messages.ts';
import { ChildFailure, type Recogniser } from './recogniser.ts';

function say(reply: ChildReply): void {
  process.stdout.write(`${replyMark}${JSON.stringify(reply)}\n`);
}

async function load(task: ChildTask): Promise<Recogniser> {
  if (task.engine === 'sense-voice') return await (await import('./sense-voice.ts')).loadSenseVoice(task);
  return await (await import('./whisper.ts')).loadWhisper(task);
}

async function main(): Promise<void> {
  const recogniser = await load(JSON.parse(process.argv[2] ?? '') as ChildTask);
  say({ type: 'ready' });
  for await (const { header, bytes } of readFrames(process.stdin)) {
    const { id } = header as HearRequest;
    // Copied, because an Int16Array needs an even byte offset.
    const samples = new Int16Array(new Uint8Array(bytes).buffer, 0, bytes.length >> 1);
    say({ type: 'heard', id, ...(await recogniser.hear(samples)) });
  }
}

try {
  await main();
} catch (error) {
  const code = error instanceof ChildFailure ? error.code : 'failed';
  say({ type: 'failed', code, detail: error instanceof Error ? error.message.slice(0, 500) : 'unknown' });
  process.exitCode = 1;
}
