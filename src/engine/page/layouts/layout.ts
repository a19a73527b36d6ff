import type { Document } from '../tree.ts';

export type PageLayout = {
  id: string;
  host: RegExp;
  path?: RegExp;
  /** The page is read as any other when none of them is there. */
  content: string;
  without?: string;
  title?: string;
  author?: string;
  date?: string;
  /** Where elements do not say it. */
  read?: (document: Document) => Partial<LayoutFacts>;
  /** For pages that carry the main text as data. */
  html?: (document: Document) => string | null;
};

export type LayoutFacts = { title: string | null; author: string | null; date: string | null };
