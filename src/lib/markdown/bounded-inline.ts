import type MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';

type Markdown = InstanceType<typeof MarkdownIt>;

/** Parsing marks takes quadratic time: 200,000 characters of `![` take minutes. */
const mostMarks = 1_000;
const mark = /[*_~`[\]!<&\\]/g;

export function boundInline(markdown: Markdown): Markdown {
  markdown.core.ruler.at('inline', (state) => {
    for (const token of state.tokens) {
      if (token.type !== 'inline') continue;
      token.children ??= [];
      if (hasTooMany(token.content)) token.children.push(textOf(token.content, state.Token));
      else state.md.inline.parse(token.content, state.md, state.env, token.children);
    }
  });
  return markdown;
}

function hasTooMany(text: string): boolean {
  if (text.length <= mostMarks) return false;
  let marks = 0;
  for (const _ of text.matchAll(mark)) if (++marks > mostMarks) return true;
  return false;
}

function textOf(content: string, TextToken: new (type: string, tag: string, nesting: 0) => Token): Token {
  const token = new TextToken('text', '', 0);
  token.content = content;
  return token;
}
