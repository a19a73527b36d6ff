import type { Document } from '../tree.ts';

export type PageLayout = {
  id: string;
  host: RegExp;
  path?: RegExp;
  /** Elements of the main text; if the page has none of them, it is read like any other page. */
  content: string;
  without?: string;
  title?: string;
  author?: string;
  date?: string;
  /** Facts that are not the text of an element. */
  read?: (document: Document) => Partial<LayoutFacts>;
  /** For pages that carry the main text as data in a script. */
  html?: (document: Document) => string | null;
};

export type LayoutFacts = { title: string | null; author: string | null; date: string | null };
