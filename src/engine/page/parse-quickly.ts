/**
 * Scripts and styles are more than half of most pages. The parser looks at each of their characters, so here their text is
 * put into the tree at once. The result is the same tree as from `parse`.
 */
import { type DefaultTreeAdapterMap, Parser, type ParserOptions, Token, TokenizerMode } from 'parse5';

type Kind = { name: string; state: number; end: RegExp };

const script: Kind = { name: 'script', state: TokenizerMode.SCRIPT_DATA, end: /<\/script[\t\n\f\r >/]/gi };
const style: Kind = { name: 'style', state: TokenizerMode.RAWTEXT, end: /<\/style[\t\n\f\r >/]/gi };
const openingTags = /<(script|style)\b[^<>]*>/gi;

/** For shorter texts it is not worth interrupting the parser. */
const leastLength = 200;
/** After so many tags that turn out to be something else (part of a comment or drawing), the rest is parsed normally. */
const mostMisses = 50;

export function parseQuickly(html: string, options: ParserOptions<DefaultTreeAdapterMap>): DefaultTreeAdapterMap['document'] {
  const parser = new Parser(options);
  const { tokenizer } = parser;
  const ends = new Map<Kind, number>();
  let at = 0;
  let misses = 0;
  for (const { 0: tag, 1: name = '', index } of html.matchAll(openingTags)) {
    const start = index + tag.length;
    if (index < at) continue;
    const kind = name.length === script.name.length ? script : style;
    const end = endFrom(start, html, kind, ends);
    if (end - start < leastLength) continue;
    tokenizer.write(html.slice(at, start - 1), false);
    const before: number = tokenizer.state;
    tokenizer.write('>', false);
    at = start;
    const opens = before !== kind.state && tokenizer.state === kind.state && tokenizer.lastStartTagName === kind.name;
    const text = opens && !tag.endsWith('-->') ? html.slice(start, end) : null;
    if (text === null || text.includes('\0') || text.includes('<!--')) {
      if (++misses > mostMisses) break;
      continue;
    }
    parser.onCharacter({ type: Token.TokenType.CHARACTER, chars: text.replaceAll(/\r\n?/g, '\n'), location: null });
    at = end;
  }
  tokenizer.write(html.slice(at), true);
  return parser.document;
}

/** Where the end tag begins, or -1. Remembers the place, so that the page is searched only once. */
function endFrom(start: number, html: string, kind: Kind, ends: Map<Kind, number>): number {
  const known = ends.get(kind) ?? 0;
  if (known < 0 || known >= start) return known;
  kind.end.lastIndex = start;
  const found = kind.end.exec(html)?.index ?? -1;
  ends.set(kind, found);
  return found;
}
