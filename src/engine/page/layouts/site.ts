/** What is known about the pages of one site, as data: where its main text stands, and who wrote it when. */
import type { Document } from '../tree.ts';

export type Site = {
  id: string;
  host: RegExp;
  path?: RegExp;
  /** Selectors of the elements that hold the main text; the page is read as any other when none is there. */
  content: string;
  /** Inside of them: what is no main text. */
  without?: string;
  title?: string;
  author?: string;
  /** An element whose `datetime`, `title` or text is the date. */
  date?: string;
  /** Where the elements do not say it. */
  read?: (document: Document) => Partial<SiteFacts>;
  /** The main text as HTML, for pages that carry it as data. */
  html?: (document: Document) => string | null;
};

export type SiteFacts = { title: string | null; author: string | null; date: string | null };
