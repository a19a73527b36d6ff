import { z } from 'zod';
import { zContentId } from '#features/contents/contract.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { highlightColours, highlightScopes, maxCommentLength, maxHighlightLength } from './shared/highlight-kinds.ts';

export const maxHighlightsPerContent = 2000;

/** Offsets count characters of these texts, so invalid characters are refused instead of removed. */
const zShownText = z.string().refine((text) => !text.includes('\u0000') && text.isWellFormed());

export const zTextQuote = z.strictObject({
  exact: zShownText.min(1).max(maxHighlightLength),
  prefix: zShownText.max(64),
  suffix: zShownText.max(64),
  start: z.number().int().min(0).max(100_000_000),
  alone: z.boolean(),
});

/** Field names are those of the product specification. */
export const zHighlight = z.object({
  id: z.uuid(),
  content_id: zContentId,
  highlight_text: z.string(),
  scope: z.enum(highlightScopes),
  /** Source anchor (`#t=12.5`, `#p3`); null when the text has none. */
  section_id: z.string().nullable(),
  /** Distinguishes texts of one scope. */
  content_key: z.string(),
  comment: z.string(),
  colour: z.enum(highlightColours),
  anchors: zTextQuote,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type Highlight = z.infer<typeof zHighlight>;

export const zListedHighlight = zHighlight.omit({ anchors: true }).extend({
  /** The first 50 characters of the text, with an ellipsis when cut. */
  title: z.string(),
  content: z.object({ title: z.string(), source_url: z.string().nullable() }),
});

const zById = z.strictObject({ highlightId: z.uuid() });
const zComment = zTypedText.max(maxCommentLength);

export const highlightsContract = {
  /** Every highlight of a content, oldest first. */
  'highlights.ofContent': {
    input: z.strictObject({ contentId: zContentId }),
    output: z.object({ highlights: z.array(zHighlight) }),
  },
  /** Newest first, paged. `search` covers the marked text, the comment and the content's title. */
  'highlights.list': {
    input: z.strictObject({
      limit: z.number().int().min(1).max(500).default(30),
      cursor: z.string().max(200).optional(),
      search: zTypedText.max(200).optional(),
      colour: z.enum(highlightColours).optional(),
    }),
    output: z.object({
      highlights: z.array(zListedHighlight),
      count: z.number().int(),
      nextCursor: z.string().nullable(),
    }),
  },
  /** Idempotent by id. Errors: `not_found`, `bad_request` (too many). */
  'highlights.create': {
    input: z.strictObject({
      id: z.uuid(),
      contentId: zContentId,
      highlight_text: zShownText
        .min(1)
        .max(maxHighlightLength)
        .refine((text) => text.trim() !== ''),
      scope: z.enum(highlightScopes),
      section_id: z
        .string()
        .regex(/^#(?:t=\d{1,7}(?:\.\d{1,3})?|p\d{1,7})$/)
        .nullable(),
      content_key: z.string().regex(/^[\w-]{1,80}$/),
      comment: zComment.default(''),
      colour: z.enum(highlightColours),
      anchors: zTextQuote,
    }),
    output: zHighlight,
  },
  'highlights.update': {
    input: zById.extend({ comment: zComment.optional(), colour: z.enum(highlightColours).optional() }),
    output: zHighlight,
  },
  /** Stores the new places of words whose text has changed; unknown ids are skipped. */
  'highlights.reattach': {
    input: z.strictObject({
      contentId: zContentId,
      items: z
        .array(z.strictObject({ id: z.uuid(), anchors: zTextQuote }))
        .min(1)
        .max(100),
    }),
    output: z.object({ reattached: z.number().int() }),
  },
  'highlights.delete': { input: zById, output: z.object({ deleted: z.literal(true) }) },
  /** Restores a highlight deleted within the last day. */
  'highlights.restore': { input: zById, output: zHighlight },
} as const;
