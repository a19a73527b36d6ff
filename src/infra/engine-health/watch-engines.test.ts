/** Checks what is recorded about each engine, and that calls and results are passed on unchanged. */
import { expect, test } from 'vitest';
import type { LanguageModelPort, SpeechPort, YtDlp } from '#engine/ports.ts';
import type { Mailer } from '#infra/mail/mailer.ts';
import { AppError } from '#lib/app-error.ts';
import type { HealthBook } from './health-book.ts';
import { watchMailer, watchModel, watchPages, watchSpeech, watchYtDlp } from './watch-engines.ts';

const { signal } = new AbortController();
const failure = new AppError('timed_out');

function openBook(): { book: HealthBook; said: unknown[][] } {
  const said: unknown[][] = [];
  const book: HealthBook = {
    worked: (engine) => said.push([engine]),
    failed: (engine, error) => said.push([engine, error]),
  };
  return { book, said };
}

/** A function that resolves with its arguments, or fails. */
const echo = (fails: boolean) =>
  ((...call: unknown[]) => (fails ? Promise.reject(failure) : Promise.resolve(call))) as (...call: unknown[]) => Promise<never>;
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);

type Stream = LanguageModelPort['stream'];
const request = { instructions: '', prompt: 'ask', signal };

function modelOf(stream: (asked: Parameters<Stream>[0]) => AsyncGenerator<unknown>): LanguageModelPort {
  return { id: 'm', contextTokens: 5, stream: stream as unknown as Stream };
}

test('ACC-01 a model works from its first words on, and fails where it breaks off', async () => {
  const { book, said } = openBook();
  const parts = [{ type: 'usage' }, { type: 'text', text: 'a' }, { type: 'end' }];
  const asked: unknown[] = [];
  const whole = watchModel(
    modelOf(async function* (one) {
      asked.push(one);
      for (const part of parts) yield part;
    }),
    book,
  );
  expect(whole).toMatchObject({ id: 'm', contextTokens: 5 });
  const read: unknown[] = [];
  const notedBy: number[] = [];
  for await (const part of whole.stream(request)) {
    read.push(part);
    notedBy.push(said.length);
  }
  expect([read, notedBy, said, asked]).toEqual([parts, [0, 1, 1], [['model']], [request]]);

  said.length = 0;
  const broken = watchModel(
    modelOf(async function* () {
      yield parts[1];
      throw failure;
    }),
    book,
  );
  const reading = (async () => {
    for await (const _part of broken.stream(request));
  })();
  expect(await outcome(reading)).toBe(failure);
  expect(said).toEqual([['model'], ['model', failure]]);
});

test('ACC-01 speech counts by piece; an engine that cannot be opened counts against it', async () => {
  const { book, said } = openBook();
  const portOf = (open: boolean, works: boolean): SpeechPort => ({
    engineFor: async (...call) =>
      open ? { ...{ id: String(call[0]), maxPieceSeconds: 7, parallel: 1 }, recognise: echo(!works) } : Promise.reject(failure),
  });
  const good = await watchSpeech(portOf(true, true), book).engineFor('de', signal);
  expect([good.id, good.maxPieceSeconds, said]).toEqual(['de', 7, []]);
  const options = { language: 'de', prompt: '', signal };
  expect(await good.recognise('piece' as never, options)).toEqual(['piece', options]);
  expect(said).toEqual([['speech']]);
  const bad = await watchSpeech(portOf(true, false), book).engineFor(null, signal);
  expect(await outcome(bad.recognise('piece' as never, options))).toBe(failure);
  expect(said).toEqual([['speech'], ['speech', failure]]);
  expect(await outcome(watchSpeech(portOf(false, true), book).engineFor('de', signal))).toBe(failure);
  expect(said).toHaveLength(3);
  expect(said[2]).toEqual(['speech', failure]);
});

test.each([false, true])('ACC-01 each call of pages, yt-dlp and mail counts, whoever asks; fails: %s', async (fails) => {
  const { book, said } = openBook();
  const called = (call: unknown[]) => (fails ? failure : call);
  const noted = (engine: string) => (fails ? [engine, failure] : [engine]);
  expect(await outcome(watchPages(echo(fails), book)('page', signal))).toEqual(called(['page', signal]));
  expect(said).toEqual([noted('pages')]);

  const port = { version: echo(false), describe: echo(fails), subtitles: echo(fails), withAudio: echo(fails), list: echo(fails) };
  const askers: unknown[] = [];
  const shared = watchYtDlp(
    {
      ...port,
      forAsker: (asker) => {
        askers.push(asker);
        return port;
      },
    },
    book,
  );
  for (const one of [shared, shared.forAsker('asker' as never)] satisfies YtDlp[]) {
    said.length = 0;
    const track = { id: 't', automatic: false };
    expect(await outcome(one.describe('d', signal))).toEqual(called(['d', signal]));
    expect(await outcome(one.subtitles('s', track, signal))).toEqual(called(['s', track, signal]));
    expect(await outcome(one.list('l', 3, signal))).toEqual(called(['l', 3, signal]));
    expect(said).toEqual([noted('ytdlp'), noted('ytdlp'), noted('ytdlp')]);
    // Asking for the version is not recorded.
    expect(await one.version(signal)).toEqual([signal]);
    expect(said).toHaveLength(3);
  }
  expect(askers).toEqual(['asker']);

  said.length = 0;
  const mailer: Mailer = watchMailer({ send: echo(fails), check: echo(fails), host: 'mail.example' }, book);
  const mail = { to: 'a@example.org', subject: '', text: '', html: '' };
  expect(mailer.host).toBe('mail.example');
  expect(await outcome(mailer.send(mail))).toEqual(called([mail]));
  expect(await outcome(mailer.check())).toEqual(called([]));
  expect(said).toEqual([noted('mail'), noted('mail')]);
});
