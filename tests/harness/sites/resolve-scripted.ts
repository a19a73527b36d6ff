/** What becomes of an address when its servers answer as a script says: a line for the outcome, and lines for how it came about. */
import type { Extracted } from '#engine/domain.ts';
import { readPage } from '#engine/page/read-page.ts';
import type { EnginePorts } from '#engine/ports.ts';
import { resolveSource } from '#engine/source-to-note.ts';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../compute-here.ts';
import { readScript, scriptedFetch } from './scripted-fetch.ts';

export type Files = Readonly<Record<string, Uint8Array>>;

export const sentence = 'The kiln keeps its heat for eleven hours after the last of the teams has left the yard. ';

const sound = {
  ...{ durationSeconds: 61, audio: true, video: false, container: 'mp3', mime: 'audio/mpeg', width: null, height: null },
  hasCoverArt: false,
};
const png = Buffer.from('\x89PNG'.padEnd(100, '\0'), 'latin1');

/** Blocks under lines of `=== title`: an address, and a script of answers. */
export async function recordOf(blocks: string, files: Files): Promise<string> {
  const record = [];
  for (const block of blocks.split(/^=== /m).slice(1)) {
    const [title = '', ...lines] = block.split('\n').slice(0, -1);
    record.push(`=== ${title}`, ...(await outcomeOf(lines, { png, ...files })), '');
  }
  return record.join('\n');
}

async function outcomeOf([address = '', ...script]: string[], files: Files): Promise<string[]> {
  const { fetch, asked } = scriptedFetch(script.map((line) => readScript(line, files)));
  const stages: string[] = [];
  const blobs = new Map<string, string>();
  // Whether what was stored last is sound.
  let sounds = false;
  const ports = {
    compute: computeHere,
    fetch,
    extractPage: async (read: Parameters<EnginePorts['extractPage']>[0]) => readPage(read),
    renderPage: script.some((line) => line.startsWith('https://render.test/'))
      ? async (url: string) => ({ url, bytes: (await (await fetch('https://render.test/', { signal })).bytes()) as Buffer })
      : undefined,
    readDocument: async () => ({
      ...{ format: 'pdf', pages: 2, title: 'Printed', author: 'Ann', description: null, publishedAt: null, language: null },
      ...{ paragraphs: [{ text: sentence, page: 1 }], headings: [], markdown: sentence, cover: png },
    }),
    media: {
      probe: async () => {
        if (!sounds) throw new AppError('media_unreadable');
        return { ...sound, tags: {}, chapters: [], subtitles: [] };
      },
      sound(path: string) {
        stages.push(`listens to ${path}`);
        throw new AppError('media_no_audio');
      },
    },
    blobs: {
      async put(key: string, body: Uint8Array | AsyncIterable<Uint8Array>) {
        const parts: Uint8Array[] = [];
        if (body instanceof Uint8Array) parts.push(body);
        else for await (const part of body) parts.push(part);
        const whole = Buffer.concat(parts);
        sounds = whole.toString('latin1', 0, 3) === 'ID3';
        const size = whole.length;
        blobs.set(key.replace(/[0-9a-f]{64}/, '…'), `${size} bytes`);
        return { size };
      },
      localPath: async () => '/blob',
      delete: async (key: string) => void blobs.set(key.replace(/[0-9a-f]{64}/, '…'), 'deleted'),
    },
    speech: script.some((line) => line.startsWith('https://speech.test/'))
      ? { engineFor: async () => ({ id: 'ear', maxPieceSeconds: 30, parallel: 1 }) }
      : undefined,
    checkpoints: { get: async () => undefined, put: async () => {} },
    clock: { now: () => 0, sleep: async () => {} },
    llm: null,
  } as unknown as EnginePorts;
  const signal = AbortSignal.timeout(20_000);
  const progress = {
    stage(_stage: string, percent: number, key: string) {
      // How many parts a download comes in is up to the sockets, so only its last percentage is kept.
      if (key.startsWith('downloading') && stages.at(-1)?.endsWith(` ${key}`)) stages.pop();
      stages.push(`${percent} ${key}`);
    },
    partial: () => {},
  };
  const found = await resolveSource({ type: 'url', url: address }, { ports, progress, signal }).then(shown, (error: unknown) =>
    error instanceof AppError ? `${error.code} ${JSON.stringify(error.params)}` : `a fault: ${String(error)}`,
  );
  return [
    found,
    ...asked.map(({ line, end, terms }) => `- ${line} ${end}${terms === '' ? '' : ` (${terms})`}`),
    ...[...blobs].map(([key, what]) => `- ${key}: ${what}`),
    `- ${stages.join(', ')}`,
  ];
}

function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}… (${text.length})` : text;
}

function shown({ transcript, ...record }: Extracted): string {
  const known = (_key: string, value: unknown) =>
    value === null || (Array.isArray(value) && value.length === 0)
      ? undefined
      : typeof value === 'string'
        ? cut(value.replace(/[0-9a-f]{64}/, '…'))
        : value;
  const words = transcript && { ...transcript, segments: transcript.segments.length };
  return JSON.stringify({ ...record, transcript: words }, known);
}
