import { z } from 'zod';
import { storableText } from './storable-text.ts';

/** Unstorable characters are dropped before the length is checked. */
export const zTypedText = z.string().overwrite(storableText);
