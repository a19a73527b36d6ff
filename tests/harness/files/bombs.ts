/** Inputs built to keep a reader busy: the "bad inputs" of HTML and Markdown, and texts of other kinds. */

const words = 'A perfectly ordinary sentence about gardens, rivers and towns of the north. ';
const paragraph = `<p>${words.repeat(10)}</p>`;

/** 7 shapes. */
const htmlShapes: Record<string, (n: number) => string> = {
  nested: (n) => '<div>'.repeat(n) + paragraph,
  formatting: (n) => `${Array.from({ length: n }, (_, i) => `<b class=c${i}>`).join('')}${'<p>x'.repeat(50)}${paragraph}`,
  attributes: (n) => `<div ${Array.from({ length: n }, (_, i) => `a${i}=1`).join(' ')}>${paragraph}`,
  tables: (n) => '<table><tr><td>'.repeat(n) + paragraph,
  siblings: (n) => '<p>word'.repeat(n) + paragraph,
  entities: (n) => `<p>${'&amp;&#x41;&notit;'.repeat(n)}${paragraph}`,
  misnested: (n) => '<a><table><a>'.repeat(n) + paragraph,
};
const htmlSizes = [1_000, 5_000, 20_000, 100_000, 400_000];

/** 15 generators of Markdown, each repeated to the wanted length. */
const markdownUnits: Record<string, string> = {
  emphasis: '*a_ ',
  strong: '**a *a ',
  underscores: '_a __a ',
  brackets: '[',
  images: '![',
  links: '[a](<',
  quotes: '>',
  lists: '- ',
  fences: '`',
  entities: '&#x26;',
  autolinks: '<a:',
  comments: '<!--',
  strike: '~~a~',
  references: '[a]: b\n',
  rows: '|a|b|\n',
};

export type Bomb = { name: string; fileName: string; type: string; body: string };

/** 7 × 5 pages. */
export const htmlBombs: Bomb[] = Object.entries(htmlShapes).flatMap(([name, make]) =>
  htmlSizes.map((n) => ({
    name: `HTML ${name} × ${n}`,
    fileName: `${name}-${n}.html`,
    type: 'text/html; charset=utf-8',
    body: make(n),
  })),
);

/** 15 texts of `bytes` each. */
export function markdownBombs(bytes: number): Bomb[] {
  return Object.entries(markdownUnits).map(([name, unit]) => ({
    name: `Markdown ${name}`,
    fileName: `${name}.md`,
    type: 'text/markdown; charset=utf-8',
    body: unit.repeat(Math.floor(bytes / unit.length)),
  }));
}

/** `cues` subtitles of about 60 bytes: 200,000 are 12 MB. */
export function subtitleBomb(cues: number): Bomb {
  const time = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',');
  const body = Array.from(
    { length: cues },
    (_, i) => `${i + 1}\n${time(i * 400)} --> ${time(i * 400 + 390)}\n>> Line ${i} of the talk.\n`,
  ).join('\n');
  return { name: `SRT with ${cues} cues`, fileName: `cues-${cues}.srt`, type: 'application/x-subrip', body };
}

/** A feed whose author is a run of `@`. */
export function feedBomb(characters: number): Bomb {
  const author = '@'.repeat(characters);
  const item = (n: number): string =>
    `<item><title>Talk ${n}</title><guid>${n}</guid><author>${author}</author><enclosure url="/${n}.mp3" type="audio/mpeg"/></item>`;
  const body = `<rss version="2.0"><channel><title>Kiln Talk</title><author>${author}</author>${item(1)}${item(2)}</channel></rss>`;
  return { name: `feed with ${characters} @ as its author`, fileName: 'feed.xml', type: 'application/rss+xml', body };
}

/** Six megabytes of open emphasis. */
export const longMarkdownBomb: Bomb = {
  name: 'Markdown of 6 MB',
  fileName: 'long.md',
  type: 'text/markdown; charset=utf-8',
  body: '*a_'.repeat(2_000_000),
};

/** A page that takes the page reader seconds. */
export const slowPage = `<div ${Array.from({ length: 1_700_000 }, (_, i) => `a${i}=1`).join(' ')}>`;
