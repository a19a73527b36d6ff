/**
 * The child process that reads pages. It has no duties but answering its parent: it may run out of memory, hang or
 * crash on a hostile page, and the parent replaces it. It ends by itself when the parent is gone.
 */
import { readPage } from '#engine/page/read-page.ts';
import { toAppError } from '#lib/app-error.ts';
import type { PageAnswer, PageQuestion } from './protocol.ts';

function answer(message: PageAnswer): void {
  process.send?.(message);
}

process.on('message', (question: PageQuestion) => {
  try {
    const { bytes, contentType, url } = question;
    answer({ id: question.id, ok: true, page: readPage({ bytes, contentType, url }) });
  } catch (error) {
    // A stack overflow is the page's doing as much as a tree past the limits.
    const tooDeep = error instanceof RangeError;
    const known = toAppError(error);
    answer({
      id: question.id,
      ok: false,
      code: tooDeep ? 'page_too_complex' : known.code,
      detail: (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown').slice(0, 500),
    });
  }
});
process.on('disconnect', () => process.exit(0));
answer({ id: 0, ok: true, page: null });
