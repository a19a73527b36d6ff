import type { LanguageModelPort, PageRenderer, SpeechPort, YtDlp } from '#engine/ports.ts';
import type { Mailer } from '#infra/mail/mailer.ts';
import type { SharedYtDlp } from '#infra/yt-dlp/create-yt-dlp.ts';
import type { EngineId } from '#lib/engines.ts';
import type { HealthBook } from './health-book.ts';

async function noting<T>(book: HealthBook, engine: EngineId, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    book.worked(engine);
    return result;
  } catch (error) {
    book.failed(engine, error);
    throw error;
  }
}

export function watchModel(llm: LanguageModelPort, book: HealthBook): LanguageModelPort {
  return {
    ...llm,
    async *stream(request) {
      try {
        for await (const part of llm.stream(request)) {
          // Recorded at the first text, because the caller may stop reading there.
          if (part.type === 'text') book.worked('model');
          yield part;
        }
      } catch (error) {
        book.failed('model', error);
        throw error;
      }
    },
  };
}

export function watchSpeech(speech: SpeechPort, book: HealthBook): SpeechPort {
  return {
    async engineFor(language, signal, onProgress) {
      const engine = await speech.engineFor(language, signal, onProgress).catch((error: unknown) => {
        book.failed('speech', error);
        throw error;
      });
      return {
        ...engine,
        recognise: (piece, options) => noting(book, 'speech', () => engine.recognise(piece, options)),
      };
    },
  };
}

export function watchPages(renderPage: PageRenderer, book: HealthBook): PageRenderer {
  return (url, signal) => noting(book, 'pages', () => renderPage(url, signal));
}

export function watchYtDlp(ytDlp: SharedYtDlp, book: HealthBook): SharedYtDlp {
  const watched = (port: YtDlp): YtDlp => ({
    ...port,
    describe: (...call) => noting(book, 'ytdlp', () => port.describe(...call)),
    subtitles: (...call) => noting(book, 'ytdlp', () => port.subtitles(...call)),
    list: (...call) => noting(book, 'ytdlp', () => port.list(...call)),
  });
  return { ...watched(ytDlp), forAsker: (asker) => watched(ytDlp.forAsker(asker)) };
}

export function watchMailer(mailer: Mailer, book: HealthBook): Mailer {
  return {
    ...mailer,
    send: (mail) => noting(book, 'mail', () => mailer.send(mail)),
    check: () => noting(book, 'mail', () => mailer.check()),
  };
}
