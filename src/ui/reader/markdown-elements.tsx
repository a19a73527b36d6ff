/** Renders elements of an allow-list, the rest stays text. Links are http(s), mail or anchors; images are from this server. */
import { createElement, Fragment, type ReactNode } from 'react';
import { parseAnchor, unverifiedHref } from '#lib/markdown/anchors.ts';
import { type Citation, claimAt } from '#lib/markdown/claims.ts';
import type { MarkdownToken } from '#lib/markdown/parser.ts';
import { emptyTodo, todoMark } from '#lib/notes/note-todos.ts';
import { boundEnd } from './bound-end.ts';

export type MarkdownContext = {
  anchor: (citation: Citation, label: string) => ReactNode;
  /** The mark of an unverified statement; without it the mark is left out. */
  unverified?: () => ReactNode;
  /** The checkbox of a todo item, by line from 0; without it the characters stay. */
  task?: (line: number, done: boolean, label: string) => ReactNode;
  image: (src: string, alt: string) => ReactNode;
  newTabLabel: string;
  /** Source paragraphs that begin in a token, as scroll targets. */
  marks?: ReadonlyMap<MarkdownToken, readonly number[]>;
  heading?: (level: number, children: ReactNode, anchors: ReactNode) => ReactNode;
};

type Siblings = { tokens: readonly MarkdownToken[]; at: number };

const containers: Record<string, string> = {
  paragraph_open: 'p',
  blockquote_open: 'blockquote',
  bullet_list_open: 'ul',
  ordered_list_open: 'ol',
  list_item_open: 'li',
  table_open: 'table',
  thead_open: 'thead',
  tbody_open: 'tbody',
  tr_open: 'tr',
  th_open: 'th',
  td_open: 'td',
  em_open: 'em',
  strong_open: 'strong',
  s_open: 's',
};

export function safeLink(href: string): URL | null {
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return null;
  }
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url : null;
}

/** Null for other servers: their images would reveal the reader. */
export function ownImage(src: string): string | null {
  if (!src.startsWith('/api/')) return null;
  const url = new URL(src, 'http://own.invalid');
  return url.host === 'own.invalid' && url.pathname.startsWith('/api/') ? `${url.pathname}${url.search}` : null;
}

function attribute(token: MarkdownToken, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function closing(tokens: readonly MarkdownToken[], start: number): number {
  let open = 0;
  for (let index = start; index < tokens.length; index++) {
    open += tokens[index]?.nesting ?? 0;
    if (open === 0) return index;
  }
  return tokens.length - 1;
}

function plainText(tokens: readonly MarkdownToken[]): string {
  return tokens.map((token) => (token.type === 'softbreak' || token.type === 'hardbreak' ? ' ' : token.content)).join('');
}

function link(token: MarkdownToken, inner: readonly MarkdownToken[], siblings: Siblings, context: MarkdownContext): ReactNode {
  const href = attribute(token, 'href');
  const anchor = parseAnchor(href);
  if (href === unverifiedHref) return context.unverified?.() ?? null;
  if (anchor) return context.anchor({ anchor, claim: claimAt(siblings.tokens, siblings.at) }, plainText(inner));
  const url = safeLink(href);
  const children = renderTokens(inner, context);
  if (!url) return children;
  if (url.protocol === 'mailto:') return <a href={url.href}>{children}</a>;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow" title={`${url.host} (${context.newTabLabel})`}>
      {children}
    </a>
  );
}

/** Anchors at the end of a heading stand beside it, so that its accessible name is its words. */
function heading(token: MarkdownToken, inner: readonly MarkdownToken[], context: MarkdownContext): ReactNode {
  const level = Math.min(6, Math.max(1, Number(token.tag.slice(1)) || 2));
  const words = inner[0]?.children ?? [];
  let end = words.length;
  while (end > 0) {
    const last = words[end - 1];
    if (last?.type === 'text' && last.content.trim() === '') {
      end--;
      continue;
    }
    if (last?.type !== 'link_close') break;
    const open = words.slice(0, end - 1).findLastIndex((word) => word.type === 'link_open');
    const opener = words[open];
    if (!opener || !parseAnchor(attribute(opener, 'href'))) break;
    end = open;
  }
  const marked = inner[0] ? context.marks?.get(inner[0])?.join(' ') : undefined;
  const plain = renderTokens(words.slice(0, end), context);
  const title = marked === undefined ? plain : <span data-paragraphs={marked}>{plain}</span>;
  const anchors = end < words.length ? renderTokens(words, context, end) : null;
  if (context.heading) return context.heading(level, title, anchors);
  return createElement(`h${level}`, null, title, anchors);
}

function todo(token: MarkdownToken, inner: readonly MarkdownToken[], context: MarkdownContext): ReactNode {
  const at = inner.findIndex((each) => each.type === 'inline');
  const words = inner[at]?.children ?? [];
  const mark = words[0]?.type === 'text' ? todoMark.exec(words[0].content) : null;
  if (!context.task || !token.map || at !== 1 || !mark || !words[0]) return null;
  const label = plainText(words.slice(0, firstLink(words)))
    .slice(mark[0].length)
    .trim();
  // Tokens have methods, so a changed copy inherits from the original.
  const changed = (from: MarkdownToken, fields: Partial<MarkdownToken>): MarkdownToken =>
    Object.assign(Object.create(from) as MarkdownToken, fields);
  const without = [changed(words[0], { content: words[0].content.slice(mark[0].length) }), ...words.slice(1)];
  // The box stands in the line of the words, even where the list's items are paragraphs.
  const rest = inner.map((each, index) =>
    index === at ? changed(each, { children: without }) : Math.abs(index - at) === 1 ? changed(each, { hidden: true }) : each,
  );
  return (
    <li className="list-none" data-done={mark[1] !== ' ' || undefined}>
      {context.task(token.map[0], mark[1] !== ' ', label)}
      {renderTokens(rest, context)}
    </li>
  );
}

/** What is below an empty task is shown with it. */
function isEmptyTask(inner: readonly MarkdownToken[]): boolean {
  return inner.length === 3 && inner[1]?.type === 'inline' && emptyTodo.test(inner[1].content);
}

function firstLink(words: readonly MarkdownToken[]): number {
  const at = words.findIndex((word) => word.type === 'link_open');
  return at < 0 ? words.length : at;
}

function container(
  token: MarkdownToken,
  inner: readonly MarkdownToken[],
  siblings: Siblings,
  context: MarkdownContext,
): ReactNode {
  if (token.type === 'link_open') return link(token, inner, siblings, context);
  if (token.type === 'heading_open') return heading(token, inner, context);
  if (token.type === 'list_item_open' && context.task && isEmptyTask(inner)) return null;
  const task = token.type === 'list_item_open' ? todo(token, inner, context) : null;
  if (task) return task;
  const children = renderTokens(inner, context);
  const tag = containers[token.type];
  // Paragraphs of tight lists are hidden.
  if (tag === undefined || token.hidden) return children;
  const start = token.type === 'ordered_list_open' ? Number(attribute(token, 'start') || 1) : 1;
  return createElement(tag, start === 1 ? null : { start }, children);
}

function leaf(token: MarkdownToken, context: MarkdownContext): ReactNode {
  const marked = context.marks?.get(token)?.join(' ');
  switch (token.type) {
    case 'inline': {
      const children = renderTokens(token.children ?? [], context);
      return marked === undefined ? children : <span data-paragraphs={marked}>{children}</span>;
    }
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'fence':
    case 'code_block':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls sideways must be reachable by keys
        <pre tabIndex={0} data-paragraphs={marked}>
          <code>{token.content}</code>
        </pre>
      );
    case 'image': {
      const src = ownImage(attribute(token, 'src'));
      return src === null ? token.content : context.image(src, token.content);
    }
    default:
      return token.content;
  }
}

function isPlace(token: MarkdownToken): boolean {
  return token.type === 'link_open' && parseAnchor(attribute(token, 'href')) !== null;
}

export function renderTokens(tokens: readonly MarkdownToken[], context: MarkdownContext, start = 0): ReactNode[] {
  const nodes: ReactNode[] = [];
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    if (!token || token.nesting === -1) continue;
    if (token.nesting === 1) {
      const end = closing(tokens, index);
      const before = index > start ? tokens[index - 1] : undefined;
      const cut = before?.type === 'text' && isPlace(token) ? boundEnd(before.content) : Number.POSITIVE_INFINITY;
      if (before && cut < before.content.length) {
        // No line begins with one character and its reference.
        void nodes.pop();
        nodes.push(
          <Fragment key={index}>
            {before.content.slice(0, cut)}
            <span className="whitespace-nowrap">
              {before.content.slice(cut)}
              {container(token, tokens.slice(index + 1, end), { tokens, at: index }, context)}
            </span>
          </Fragment>,
        );
        index = end;
        continue;
      }
      nodes.push(
        <Fragment key={index}>{container(token, tokens.slice(index + 1, end), { tokens, at: index }, context)}</Fragment>,
      );
      index = end;
    } else {
      nodes.push(<Fragment key={index}>{leaf(token, context)}</Fragment>);
    }
  }
  return nodes;
}
