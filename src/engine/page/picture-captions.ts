/** Captions of pictures, which people leave out when they mark the text of an article. */
import type { Block } from './blocks.ts';
import { attr, type Element, findElement, parentOf } from './tree.ts';

const captionNames = /(?:^|[-_\s])caption(?:$|[-_\s])/;
const mostWords = 60;

function captionElement(owner: Element): Element | null {
  if (owner.tagName === 'caption') return null;
  const parent = parentOf(owner);
  for (const element of parent ? [owner, parent] : [owner])
    if (element.tagName === 'figcaption' || captionNames.test(attr(element, 'class') ?? '')) return element;
  return null;
}

/** Chinese papers set the caption as a paragraph below the picture, with the photographer's name. */
const chineseCaption =
  /^(?:图为|图[:：]|图[一二三四五六七八九十\d]{1,3}[:：]|资料图|△|▲|▼)|(?:[\s。，（(]|^)[\u4e00-\u9fff·]{2,4}[\s/／]?[摄攝][）)]?$|(?:供图|图片来源[:：][^。]{1,20}|视觉中国|新华社发)[）)]?$/;
const mostChineseWords = 40;
const mostSiblings = 2000;

function isBelowPicture(owner: Element): boolean {
  const siblings = parentOf(owner)?.childNodes ?? [];
  if (siblings.length > mostSiblings) return false;
  const at = siblings.indexOf(owner);
  const before = siblings.slice(Math.max(0, at - 4), at).findLast((node) => 'tagName' in node);
  const isPicture = ({ tagName }: Element): boolean => tagName === 'img' || tagName === 'picture';
  return (
    findElement(owner, isPicture) !== null ||
    (before !== undefined && 'tagName' in before && (isPicture(before) || findElement(before, isPicture) !== null))
  );
}

/** Whether the block is the caption of a picture, not of a table, of code or of a quotation. */
export function isCaption({ owner, words, text }: Block): boolean {
  if (words >= mostWords) return false;
  if (words < mostChineseWords && chineseCaption.test(text) && isBelowPicture(owner)) return true;
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
