import { z } from 'zod';
import { storableText } from './storable-text.ts';

/** Characters that cannot be stored are dropped before the length is checked. */
export const zTypedText = z.string().overwrite(storableText);
