import { readXml } from '#lib/read-xml.ts';
import { type Block, raisedText, tidyText } from './blocks.ts';

const silent = new Set(['head', 'script', 'style', 'template', 'svg', 'noscript', 'rt', 'rp']);
const breaking = new Set(
  'p div section article header footer main aside figure figcaption li dt dd ul ol dl blockquote h1 h2 h3 h4 h5 h6 table tr td th pre hr body nav address caption'.split(
    ' ',
  ),
);

export function readXhtml(source: string): Block[] {
  const blocks: Block[] = [];
  const lists: boolean[] = [];
  let text = '';
  let raised: number | null = null;
  let muted = 0;
  let heading: number | null = null;
  let item = false;
  let quote = 0;
  let code = false;
  let rows: string[][] | null = null;
  let tables = 0;

  function flush(): void {
    const said = code ? text.replaceAll('\u00a0', ' ').replace(/^\n+/, '').trimEnd() : tidyText(text);
    text = '';
    raised = null;
    if (said === '') return;
    const row = rows?.at(-1);
    if (row && row.length > 0) row[row.length - 1] = `${row.at(-1) ?? ''} ${tidyText(said)}`.trim();
    else if (heading !== null) blocks.push({ type: 'heading', level: heading, text: said });
    else if (code) blocks.push({ type: 'code', text: said });
    else if (item) {
      blocks.push({ type: 'item', text: said, depth: Math.max(0, lists.length - 1), ordered: lists.at(-1) ?? false });
      item = false;
    } else blocks.push({ type: quote > 0 ? 'quote' : 'paragraph', text: said });
  }

  readXml(source, 'local', {
    open(prefixed) {
      const name = prefixed.toLowerCase();
      if (silent.has(name)) muted++;
      if (muted > 0) return;
      if (breaking.has(name)) flush();
      if (/^h[1-6]$/.test(name)) heading = Number(name[1]);
      else if (name === 'ul' || name === 'ol') lists.push(name === 'ol');
      else if (name === 'li') item = true;
      else if (name === 'blockquote') quote++;
      else if (name === 'pre') code = true;
      else if (name === 'table' && ++tables === 1) rows = [];
      else if (name === 'tr' && tables === 1) rows?.push([]);
      else if ((name === 'td' || name === 'th') && tables === 1) rows?.at(-1)?.push('');
      else if (name === 'sup') raised = text.length;
      else if (name === 'br') text += code ? '\n' : ' ';
    },
    text(part) {
      if (muted === 0) text += part;
    },
    close(prefixed) {
      const name = prefixed.toLowerCase();
      if (silent.has(name)) muted = Math.max(0, muted - 1);
      if (muted > 0) return;
      if (breaking.has(name)) flush();
      if (/^h[1-6]$/.test(name)) heading = null;
      else if (name === 'sup' && raised !== null) {
        const before = text.slice(0, raised);
        text = before + raisedText(before, text.slice(raised));
        raised = null;
      } else if (name === 'ul' || name === 'ol') lists.pop();
      else if (name === 'li') item = false;
      else if (name === 'blockquote') quote = Math.max(0, quote - 1);
      else if (name === 'pre') code = false;
      else if (name === 'table' && tables > 0 && --tables === 0) {
        const filled = (rows ?? []).filter((row) => row.some((cell) => cell !== ''));
        if (filled.length > 0) blocks.push({ type: 'table', rows: filled });
        rows = null;
      }
    },
  });
  flush();
  return blocks;
}
