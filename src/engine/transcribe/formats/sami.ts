import { readXml, type XmlAttributes, type XmlHandler } from '#lib/read-xml.ts';
import { CueList, type RawCue, tidyLines } from '../cues.ts';

/** What is shown from a time on, by language; empty where none is known. */
type Shown = { startMs: number; said: Map<string, string> };

/** `<SYNC Start=ms>` holds the text from then on; a blank one clears it. Of several languages the one with the most texts is read. */
export function parseSami(source: string): RawCue[] {
  const languages = classLanguages(source.slice(0, 20_000));
  const all = readShown(source, languages);
  const language = mainLanguage(all);
  const shown = language === null ? all : all.filter(({ said }) => said.has(language) || said.size === 0 || said.has(''));
  const list = new CueList();
  for (const [index, { startMs, said }] of shown.entries()) {
    const own = language === null ? undefined : said.get(language);
    const text = tidyLines(`${said.get('') ?? ''}\n${own ?? ''}`);
    const next = shown[index + 1]?.startMs ?? null;
    // Some files begin anew at the start, as with a part for each disc.
    if (text !== '') list.add(startMs, next !== null && next > startMs ? next : null, text);
  }
  return list.cues;
}

function readShown(source: string, languages: ReadonlyMap<string, string>): Shown[] {
  const all: { startMs: number; parts: { language: string; text: string }[] }[] = [];
  const handler: XmlHandler = {
    open: (name, attributes) => {
      const tag = name.toLowerCase();
      const parts = all.at(-1)?.parts;
      if (tag === 'br') parts?.push({ language: parts.at(-1)?.language ?? '', text: '\n' });
      if (tag === 'p') parts?.push({ language: languageOf(attributeOf(attributes, 'class'), languages), text: '\n' });
      const start = tag === 'sync' ? Number(attributeOf(attributes, 'start') || Number.NaN) : Number.NaN;
      if (Number.isFinite(start)) all.push({ startMs: start, parts: [] });
    },
    text: (text) => {
      const parts = all.at(-1)?.parts;
      parts?.push({ language: parts.at(-1)?.language ?? '', text: text.replace(/\s+/g, ' ') });
    },
  };
  readXml(source, 'local', handler);
  return all.map(({ startMs, parts }) => ({ startMs, said: byLanguage(parts) }));
}

function byLanguage(parts: readonly { language: string; text: string }[]): Map<string, string> {
  const texts = new Map<string, string[]>();
  for (const { language, text } of parts) {
    const said = texts.get(language);
    if (said) said.push(text);
    else texts.set(language, [text]);
  }
  const all = [...texts].map(([language, said]) => [language, said.join('')] as const);
  // Line ends before the first paragraph are no text of their own.
  return new Map(all.filter(([language, text]) => language !== '' || all.length === 1 || text.trim() !== ''));
}

function attributeOf(attributes: XmlAttributes, name: string): string {
  return [...attributes].find(([key]) => key.toLowerCase() === name)?.[1].trim() ?? '';
}

/** The languages that the styles name: `.KRCC {Name: Korean; lang: ko-KR}`. */
function classLanguages(head: string): Map<string, string> {
  const found = head.matchAll(/\.([\w-]{1,40})\s{0,9}\{[^{}]{0,400}?\blang\s{0,9}:\s{0,9}["']?([a-z]{2,3})(?![a-z])/gi);
  return new Map([...found].map(([, name = '', language = '']) => [name.toLowerCase(), language.toLowerCase()]));
}

/** Without styles, the usual names tell the language: `KRCC`, `ENCC`. */
function languageOf(name: string, languages: ReadonlyMap<string, string>): string {
  const written = name.toLowerCase();
  return languages.get(written) ?? /^([a-z]{2})cc$/.exec(written)?.[1] ?? '';
}

function mainLanguage(all: readonly Shown[]): string | null {
  const counts = new Map<string, number>();
  for (const { said } of all)
    for (const [language, text] of said)
      if (language !== '' && text.trim() !== '') counts.set(language, (counts.get(language) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? null;
}
