/** Words below a picture: people who say what the text of an article is leave them out. */
import type { Block } from './blocks.ts';
import { attr, type Element, findElement } from './tree.ts';

const captionNames = /(?:^|[-_\s])caption(?:$|[-_\s])/;
const mostWords = 60;

export function parentOf(element: Element): Element | null {
  const parent = element.parentNode;
  return parent && 'tagName' in parent ? parent : null;
}

function captionElement(owner: Element): Element | null {
  if (owner.tagName === 'caption') return null;
  const parent = parentOf(owner);
  for (const element of parent ? [owner, parent] : [owner])
    if (element.tagName === 'figcaption' || captionNames.test(attr(element, 'class') ?? '')) return element;
  return null;
}

/** Whether it is the caption of a picture, not of a table, of code or of a quotation. */
export function isCaption({ owner, words }: Block): boolean {
  if (words >= mostWords) return false;
  const caption = captionElement(owner);
  if (!caption) return false;
  let around = parentOf(caption);
  for (let level = 0; around && level < 3; level++) {
    const within = around;
    if (findElement(within, ({ tagName }) => /^(?:table|pre|blockquote)$/.test(tagName)) !== null) return false;
    if (findElement(within, ({ tagName }) => /^(?:img|picture|video|iframe|noscript|amp-img)$/.test(tagName)) !== null)
      return true;
    if (within.tagName === 'figure') return true;
    around = parentOf(around);
  }
  return false;
}
