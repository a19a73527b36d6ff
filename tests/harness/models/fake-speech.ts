/**
 * A transcription server that speaks OpenAI's `/audio/transcriptions` over a real socket: reads the form and the WAV in
 * it, listens to the tones of `make-voice.ts`, and answers in the format that was asked for, or fails as a script says.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hearWords, type SpokenWord } from '../files/make-voice.ts';

export type SpeechRequest = {
  fields: Record<string, string>;
  fileName: string;
  fileType: string;
  /** The samples of the WAV. */
  pcm: Buffer;
  seconds: number;
  /** Of the samples: equal sound has equal names. */
  sound: string;
  words: SpokenWord[];
  authorization: string | null;
};

export type SaidSegment = {
  start: number;
  end: number;
  text: string;
  speaker?: string;
  no_speech_prob?: number;
  avg_logprob?: number;
  compression_ratio?: number;
};

/** How one call is answered: after so long, and not before `until` is settled. */
export type SpeechReply = { delayMs?: number; until?: Promise<unknown> } & (
  | { segments: SaidSegment[]; language?: string }
  | { status: number; retryAfterSeconds?: number; code?: string; message?: string }
  | { raw: string; type?: string }
  /** The connection breaks in the middle of the answer. */
  | { cut: true }
  | { hang: true }
);

export type FakeSpeech = {
  /** Base address, with `/v1`. */
  url: string;
  requests: SpeechRequest[];
  /** Most requests that were being answered at the same time. */
  mostAtOnce(): number;
  /** Replaces the script; by default everything is heard as it is said. */
  script(answer: (request: SpeechRequest, call: number) => SpeechReply): void;
  /** Formats it takes; others are refused with 400. Default all. */
  takes(...formats: string[]): void;
  close(): Promise<void>;
};

/** What the word means; eight sentences' worth of topics, so that notes have something to choose from. */
export function sayWord(word: number): string {
  const subjects = [
    'The river',
    'A mill',
    'The harvest',
    'Our village',
    'The old bridge',
    'Every winter',
    'The baker',
    'A teacher',
  ];
  const doings = [
    'carries boats to the sea',
    'grinds corn for the town',
    'feeds more people than before',
    'keeps its market open',
    'needs new stones',
  ];
  return `${subjects[word % subjects.length]} ${doings[word % doings.length]}, as point ${word} says.`;
}

/** Everything that is to be heard, word for word. */
export function heardSegments(words: readonly SpokenWord[], say: (word: number) => string = sayWord): SaidSegment[] {
  return words.map(({ startMs, endMs, word }) => ({
    start: startMs / 1000,
    end: endMs / 1000,
    text: ` ${say(word)}`,
    no_speech_prob: 0.02,
    avg_logprob: -0.2,
    compression_ratio: 1.2,
  }));
}

export async function startFakeSpeech(options: { port?: number } = {}): Promise<FakeSpeech> {
  let answer: (request: SpeechRequest, call: number) => SpeechReply = ({ words }) => ({ segments: heardSegments(words) });
  let formats: string[] | null = null;
  const requests: SpeechRequest[] = [];
  let atOnce = 0;
  let most = 0;
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || !request.url?.endsWith('/audio/transcriptions')) return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = readRequest(Buffer.concat(chunks), request);
      if (!asked) return void response.writeHead(400).end('{"error":{"message":"not a form","type":"invalid_request_error"}}');
      const format = asked.fields.response_format ?? 'json';
      if (formats && !formats.includes(format)) return refuse(response, { status: 400, code: 'unsupported_value' });
      requests.push(asked);
      most = Math.max(most, ++atOnce);
      response.once('close', () => atOnce--);
      void reply(response, format, answer(asked, requests.length));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    mostAtOnce: () => most,
    script: (next) => {
      answer = next;
    },
    takes: (...wanted) => {
      formats = wanted;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function readRequest(body: Buffer, request: IncomingMessage): SpeechRequest | null {
  const boundary = /boundary=([^;]+)/.exec(request.headers['content-type'] ?? '')?.[1];
  if (!boundary) return null;
  const fields: Record<string, string> = {};
  let file: { name: string; type: string; bytes: Buffer } | null = null;
  const mark = Buffer.from(`--${boundary}`);
  for (let at = body.indexOf(mark); at >= 0; ) {
    const next = body.indexOf(mark, at + mark.length);
    if (next < 0) break;
    const part = body.subarray(at + mark.length + 2, next - 2);
    const headEnd = part.indexOf('\r\n\r\n');
    const head = part.toString('utf8', 0, headEnd);
    const content = part.subarray(headEnd + 4);
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
    const fileName = /filename="([^"]*)"/.exec(head)?.[1];
    if (fileName === undefined) fields[name] = content.toString('utf8');
    else file = { name: fileName, type: /content-type: (\S+)/i.exec(head)?.[1] ?? '', bytes: content };
    at = next;
  }
  if (file?.bytes.toString('latin1', 0, 4) !== 'RIFF' || file.bytes.readUInt32LE(40) !== file.bytes.length - 44) return null;
  const pcm = file.bytes.subarray(44);
  return {
    fields,
    fileName: file.name,
    fileType: file.type,
    pcm,
    seconds: pcm.length / 32_000,
    sound: createHash('sha256').update(pcm).digest('hex'),
    // Heard when the script asks: a bench has no time to listen.
    get words() {
      return hearWords(pcm);
    },
    authorization: request.headers.authorization ?? null,
  };
}

async function reply(response: ServerResponse, format: string, plan: SpeechReply): Promise<void> {
  if (plan.delayMs) await sleep(plan.delayMs);
  await plan.until;
  if (response.destroyed || 'hang' in plan) return;
  if ('cut' in plan) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"text":"half an ans');
    setImmediate(() => response.destroy());
    return;
  }
  if ('status' in plan) return refuse(response, plan);
  if ('raw' in plan) return void response.writeHead(200, { 'content-type': plan.type ?? 'application/json' }).end(plan.raw);
  const text = plan.segments
    .map((segment) => segment.text)
    .join('')
    .trim();
  if (format === 'text') return void response.writeHead(200, { 'content-type': 'text/plain' }).end(`${text}\n`);
  const body =
    format === 'verbose_json'
      ? {
          task: 'transcribe',
          language: plan.language ?? 'english',
          duration: 1,
          text,
          segments: plan.segments.map((segment, id) => ({ id, seek: 0, tokens: [], temperature: 0, ...segment })),
        }
      : format === 'diarized_json'
        ? {
            text,
            segments: plan.segments.map((segment, id) => ({ type: 'transcript.text.segment', id: `seg_${id}`, ...segment })),
          }
        : { text };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(
  response: ServerResponse,
  { status, retryAfterSeconds, code, message }: { status: number; retryAfterSeconds?: number; code?: string; message?: string },
): void {
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message: message ?? 'refused', type: code ?? 'error', code: code ?? null } }));
}
