import { AppError } from '#lib/app-error.ts';
import { createPinnedFetch } from '../guarded-fetch/pinned-fetch.ts';

const LONGEST_LINE_BYTES = 1_000_000;
const LONGEST_ANSWER_BYTES = 32_000_000;
const LINE_FEED = 10;

export function createBoundedFetch(baseUrl: string, reach?: readonly string[]): typeof globalThis.fetch {
  const pinned = createPinnedFetch(baseUrl, reach);
  return async (input, init) => {
    const response = await pinned(input, init);
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && /^\s*(?:text\/html|application\/xhtml)/i.test(type)) {
      await response.body?.cancel();
      throw new AppError('llm_bad_output', { detail: 'a web page instead of an answer' });
    }
    if (!response.body) return response;
    return new Response(response.body.pipeThrough(createLimit()), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

function createLimit(): TransformStream<Uint8Array, Uint8Array> {
  let total = 0;
  let line = 0;
  return new TransformStream({
    transform(chunk, controller) {
      total += chunk.byteLength;
      const last = chunk.lastIndexOf(LINE_FEED);
      line = last < 0 ? line + chunk.byteLength : chunk.byteLength - last - 1;
      if (total > LONGEST_ANSWER_BYTES || line > LONGEST_LINE_BYTES)
        controller.error(new AppError('llm_bad_output', { detail: 'an answer without end' }));
      else controller.enqueue(chunk);
    },
  });
}
