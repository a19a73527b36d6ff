/** Field names are those of the product specification. The only file that both sides import. */
import { z } from 'zod';
import { smartFolderLimits as limits } from '#lib/input-limits.ts';
import { type SmartFolderRules, zSmartFolderRules } from '#lib/smart-folder-rules.ts';
import { zTypedText } from '#lib/text/typed-text.ts';

const zName = zTypedText
  .max(1_000)
  .transform((name) => name.replace(/\s+/g, ' ').trim())
  .pipe(z.string().min(1).max(limits.nameLength));
const zTag = zTypedText.min(1).max(100);
const zDefinition = {
  tags: z.array(zTag).max(limits.tags),
  match_type: z.enum(['all', 'any']),
  rules: zSmartFolderRules,
} as const;

export const zSmartFolder = z.object({
  id: z.uuid(),
  name: z.string(),
  tags: z.array(z.string()),
  match_type: z.enum(['all', 'any']),
  rules: zSmartFolderRules,
  created_at: z.iso.datetime(),
});
export type SmartFolder = z.output<typeof zSmartFolder>;

const hasCondition = ({ tags, rules }: { tags: readonly string[]; rules: SmartFolderRules }) =>
  tags.length + Object.keys(rules).length > 0;
const zFolderInput = { name: zName, ...zDefinition } as const;

export const smartFolderContract = {
  /** Oldest first; empty without a session. */
  'smartFolder.list': { input: z.void(), output: z.array(zSmartFolder.extend({ count: z.number().int() })) },
  /** `id` restores a deleted one, `created_at` its place in the list. Errors: `smart_folder_limit`, `smart_folder_exists`. */
  'smartFolder.create': {
    input: z
      .strictObject({ id: z.uuid().optional(), created_at: z.iso.datetime().optional(), ...zFolderInput })
      .refine(hasCondition),
    output: zSmartFolder,
  },
  /** Errors: `not_found`. */
  'smartFolder.update': {
    input: z.strictObject({ id: z.uuid(), ...zFolderInput }).refine(hasCondition),
    output: zSmartFolder,
  },
  /** The contents in it stay. Errors: `not_found`. */
  'smartFolder.delete': { input: z.strictObject({ id: z.uuid() }), output: z.object({ deleted: z.literal(true) }) },
  'smartFolder.count': { input: z.strictObject(zDefinition), output: z.object({ count: z.number().int() }) },
  /** Values in this library that rules can use, the most frequent first. */
  'smartFolder.choices': {
    input: z.void(),
    output: z.object({
      sites: z.array(z.object({ site: z.string(), count: z.number().int() })),
      languages: z.array(z.object({ language: z.string(), count: z.number().int() })),
    }),
  },
} as const;
