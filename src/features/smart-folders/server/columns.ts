/** What rules name, read out of the columns of `contents`. */
import { sql } from 'drizzle-orm';
import { contents } from '#db/schema/content.ts';

/** The address's host without `www.`; null for what has no address. */
export const hostOf = sql<string | null>`lower(substring(${contents.sourceUrl} from '^[a-z]+://(?:www\\.)?([^/:?#]+)'))`;

/** `zh` of `zh-Hans`. */
export const languageOf = sql<string | null>`lower(split_part(${contents.language}, '-', 1))`;
