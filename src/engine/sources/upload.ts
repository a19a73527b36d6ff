import { hasCode } from '#lib/app-error.ts';
import { mediaExtension } from '#lib/media-extension.ts';
import { extractMedia } from './media/extract-media.ts';
import type { Source } from './source.ts';

/** The content decides: a file that cannot be read as media is an error only when its name says that it is media. */
export const uploadSource: Source = {
  id: 'upload',
  canHandle: (input) => input.type === 'file',
  async resolve(input, context) {
    if (input.type !== 'file') return null;
    try {
      return await extractMedia({ path: input.path, name: input.name, blob: input.blob, canonicalUrl: null }, context);
    } catch (error) {
      const otherKind = mediaExtension(input.name) === null && hasCode(error, 'media_unreadable', 'media_refused');
      if (otherKind) return null;
      throw error;
    }
  },
};
