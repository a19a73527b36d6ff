import type { Document } from '../tree.ts';

export type Site = {
  id: string;
  host: RegExp;
  path?: RegExp;
  /** The page is read as any other when none of them is there. */
  content: string;
  /** Parts of the content that are no main text. */
  without?: string;
  title?: string;
  author?: string;
  date?: string;
  /** Where elements do not say it. */
  read?: (document: Document) => Partial<SiteFacts>;
  /** For pages that carry the main text as data. */
  html?: (document: Document) => string | null;
};

export type SiteFacts = { title: string | null; author: string | null; date: string | null };
