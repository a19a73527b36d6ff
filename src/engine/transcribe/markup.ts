import { decodeHTMLStrict } from 'entities/decode';

/** Each function takes one pass: cue texts may be hostile and megabytes long. */

/** Decodes only entities with a semicolon. Layout characters become spaces or are removed. */
export function decodeEntities(text: string): string {
  return decodeHTMLStrict(text.replaceAll('&shy;', '').replace(/&(?:en|em|thin)sp;/g, ' '));
}

const knownTags = new Set(
  'a b big br body c center code div em font h1 h2 h3 head html i img lang link meta p pre rp rt ruby s script small span strike strong style sub sup title tt u v'.split(
    ' ',
  ),
);

/** Removes HTML tags, ASS (`{\an8}`) and MicroDVD (`{y:i}`) codes; `<br>` and `\N` break the line. A lone `<` stays. */
export function plainCueText(text: string): string {
  return decodeEntities(withoutMarkup(text));
}

/** For texts whose entities are already decoded. */
export function withoutMarkup(text: string): string {
  return stripTags(stripCodes(text));
}

export function voiceOf(text: string): string | undefined {
  if (!text.includes('<v')) return undefined;
  const name = /<v(?:\.[^\s>]{0,100})?[ \t]([^<>]{1,200})>/.exec(text)?.[1];
  return name ? decodeEntities(name).trim() || undefined : undefined;
}

function stripTags(text: string): string {
  let open = text.indexOf('<');
  if (open < 0) return text;
  const parts: string[] = [];
  let from = 0;
  let close = -1;
  while (open >= 0) {
    // One search serves every `<` before it, so the time stays linear.
    if (close < open) close = text.indexOf('>', open);
    if (close < 0) break;
    const name = tagName(text, open, close);
    if (name !== null) {
      parts.push(text.slice(from, open), name === 'br' || name === '/p' ? '\n' : '');
      from = close + 1;
      open = text.indexOf('<', from);
    } else {
      open = text.indexOf('<', open + 1);
    }
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** `/name` for an end tag, `time` for a timestamp. */
function tagName(text: string, at: number, end: number): string | null {
  const found = /^<(\/?)([A-Za-z][A-Za-z0-9]{0,9})(?=[\s.>/])|^<(\d{1,4}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?)>/.exec(
    text.slice(at, at + 24),
  );
  if (!found) return null;
  if (found[3]) return 'time';
  const name = (found[2] ?? '').toLowerCase();
  if (!knownTags.has(name)) return null;
  return found[1] || named.has(name) || isRest(text.slice(at + found[0].length, Math.min(end, at + 300)))
    ? `${found[1] ?? ''}${name}`
    : null;
}

/** Tags that hold a name without `=`. */
const named = new Set(['v', 'lang', 'c']);

/** Whether this may follow a tag's name: nothing, classes or attributes; `a <b and c> d` is no tag. */
const isRest = (rest: string): boolean => /^\s*\/?$|^\.|=/.test(rest);

function stripCodes(text: string): string {
  // `\n` and a lone `\h` stay, as they occur in file paths.
  const isAss = text.includes('\\N') || text.includes('{\\');
  const broken = isAss ? text.replaceAll('\\N', '\n').replaceAll('\\h', ' ') : text;
  if (!broken.includes('{')) return broken;
  return cutBraces(broken, (code) => code.startsWith('\\') || /^[yYcCfFsSpPoOhH]:/.test(code));
}

export function cutBraces(text: string, isCode: (inside: string) => boolean): string {
  const parts: string[] = [];
  let from = 0;
  let close = -1;
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', Math.max(from, open + 1))) {
    if (close < open) close = text.indexOf('}', open);
    if (close < 0) break;
    if (!isCode(text.slice(open + 1, Math.min(close, open + 500)))) continue;
    parts.push(text.slice(from, open));
    from = close + 1;
  }
  parts.push(text.slice(from));
  return parts.join('');
}
