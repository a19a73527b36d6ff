/** What people type, as every procedure takes it. */
import { z } from 'zod';
import { storableText } from './storable-text.ts';

/** A text of a user's: what cannot be kept of it is left out before it is measured, so that nobody's words are lost for it. */
export const zTypedText = z.string().overwrite(storableText);
