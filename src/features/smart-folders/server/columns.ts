/** Values that rules refer to, as expressions on `contents`. */
import { sql } from 'drizzle-orm';
import { contents } from '#db/schema/content.ts';

/** The host of the address without `www.`; null without an address. */
export const hostOf = sql<string | null>`lower(substring(${contents.sourceUrl} from '^[a-z]+://(?:www\\.)?([^/:?#]+)'))`;

/** The primary language: `zh` for `zh-Hans`. */
export const languageOf = sql<string | null>`lower(split_part(${contents.language}, '-', 1))`;
