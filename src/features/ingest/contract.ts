/** From what a person pastes or drops to content records. The only file of this feature that both sides import. */
import { z } from 'zod';
import { zLanguage, zSourceKind } from '#engine/model.ts';
import { zContentId, zContentStatus, zProblem } from '#features/summaries/contract.ts';

export const ingestLimits = {
  /** Pasted text, in characters: share texts are short, a list of links is not. */
  pastedText: 20_000,
  itemsPerSubmit: 50,
  uploadBytes: 4 * 1024 ** 3,
} as const;

/** One thing recognised in what was pasted, before any work starts. */
export const zPreviewItem = z.object({
  url: z.string(),
  kind: zSourceKind.nullable(),
  title: z.string().nullable(),
  siteName: z.string().nullable(),
  description: z.string().nullable(),
  /** `data:` image, small; null when there is none. */
  cover: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  /** The user has it already. */
  existing: z.object({ contentId: zContentId, status: zContentStatus }).nullable(),
  problem: zProblem.nullable(),
});
export type PreviewItem = z.infer<typeof zPreviewItem>;

export const zSubmitItem = z.union([
  z.strictObject({ url: z.string().min(1).max(4096) }),
  z.strictObject({ uploadId: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/) }),
]);

export const ingestContract = {
  /** Finds the links in `text` (several, or inside share text) and looks at each one. */
  'ingest.preview': {
    input: z.strictObject({ text: z.string().max(ingestLimits.pastedText) }),
    output: z.object({ items: z.array(zPreviewItem) }),
  },
  'ingest.submit': {
    input: z.strictObject({ items: z.array(zSubmitItem).min(1).max(ingestLimits.itemsPerSubmit), noteLanguage: zLanguage }),
    output: z.object({
      results: z.array(
        z.union([
          z.object({ contentId: zContentId, status: zContentStatus, existing: z.boolean() }),
          z.object({ problem: zProblem }),
        ]),
      ),
    }),
  },
} as const;
