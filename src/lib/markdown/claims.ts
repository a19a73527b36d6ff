import { isOwnMark, type NoteAnchor, parseAnchor, unverifiedHref } from './anchors.ts';
import type { MarkdownToken } from './parser.ts';

export type Claim = {
  text: string;
  /** Its numbers or names were not found at the place. */
  unverified: boolean;
};

export type Citation = { anchor: NoteAnchor; claim: Claim };

function hrefOf(token: MarkdownToken | undefined): string {
  return token?.type === 'link_open' ? String(token.attrGet('href') ?? '') : '';
}

/** Index of the token that closes (or opens) the link that contains the token at `from`. */
function linkEnd(tokens: readonly MarkdownToken[], from: number, step: 1 | -1): number {
  const wanted = step === 1 ? 'link_close' : 'link_open';
  let at = from;
  while (at >= 0 && at < tokens.length && tokens[at]?.type !== wanted) at += step;
  return at;
}

function isBlank(token: MarkdownToken | undefined): boolean {
  return token?.type === 'softbreak' || (token?.type === 'text' && token.content.trim() === '');
}

/** The statement right before the reference whose link opens at `at`. References in a row share a statement and its mark. */
export function claimAt(tokens: readonly MarkdownToken[], at: number): Claim {
  return { text: textBefore(tokens, at), unverified: isMarkedAfter(tokens, at) };
}

function textBefore(tokens: readonly MarkdownToken[], at: number): string {
  let text = '';
  for (let index = at - 1; index >= 0; index--) {
    const token = tokens[index];
    if (token?.type === 'link_close') {
      const open = linkEnd(tokens, index, -1);
      if (isOwnMark(hrefOf(tokens[open]))) {
        if (text.trim() !== '') break;
        index = open;
        continue;
      }
    }
    text = (token?.type === 'softbreak' || token?.type === 'hardbreak' ? ' ' : (token?.content ?? '')) + text;
  }
  return text.replace(/\s+/gu, ' ').trim();
}

function isMarkedAfter(tokens: readonly MarkdownToken[], at: number): boolean {
  let index = at;
  while (index < tokens.length) {
    const href = hrefOf(tokens[index]);
    if (href === unverifiedHref) return true;
    if (parseAnchor(href) !== null) index = linkEnd(tokens, index, 1) + 1;
    else if (isBlank(tokens[index])) index++;
    else return false;
  }
  return false;
}

export function citationsOf(tokens: readonly MarkdownToken[]): Citation[] {
  return tokens.flatMap((token, index) => {
    const anchor = parseAnchor(hrefOf(token));
    return [...(anchor ? [{ anchor, claim: claimAt(tokens, index) }] : []), ...citationsOf(token.children ?? [])];
  });
}
