import { z } from 'zod';
import { contentTypes } from './content-type.ts';
import { smartFolderLimits as limits } from './input-limits.ts';
import { isTimeZone } from './is-time-zone.ts';
import { zTypedText } from './text/typed-text.ts';

const zWord = zTypedText.transform((word) => word.trim().toLowerCase());

/** Either the last so many days, or calendar days with both ends included. */
const zDays = z
  .union([
    z.strictObject({ days: z.number().int().min(1).max(36_500) }),
    z.strictObject({ from: z.iso.date().optional(), to: z.iso.date().optional(), zone: z.string().max(64).refine(isTimeZone) }),
  ])
  .refine((days) => 'days' in days || days.from !== undefined || days.to !== undefined);

/** Each rule that is set is a further condition, in addition to the tags. */
export const zSmartFolderRules = z.strictObject({
  types: z.array(z.enum(contentTypes)).min(1).max(5).optional(),
  /** Host names, which include their subdomains. */
  sites: z
    .array(zWord.pipe(z.string().min(1).max(253)))
    .min(1)
    .max(limits.choices)
    .optional(),
  /** Primary language subtags, such as `en`. */
  languages: z
    .array(zWord.pipe(z.string().regex(/^[a-z]{2,8}$/)))
    .min(1)
    .max(limits.choices)
    .optional(),
  minutes: z
    .strictObject({ from: z.number().int().min(0).max(100_000).optional(), to: z.number().int().min(0).max(100_000).optional() })
    .refine(({ from, to }) => from !== undefined || to !== undefined)
    .optional(),
  added: zDays.optional(),
  published: zDays.optional(),
  /** Words that must all occur in title, note and description taken together. */
  text: zTypedText
    .transform((text) => text.trim())
    .pipe(z.string().min(1).max(limits.textLength))
    .optional(),
  todo: z.enum(['open', 'done', 'none']).optional(),
});
export type SmartFolderRules = z.output<typeof zSmartFolderRules>;
