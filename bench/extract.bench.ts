/** Page extraction per page against bare Readability over linkedom on the same pages, in one warm process. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { readPage } from '#engine/page/read-page.ts';
import { decodeText } from '#engine/text/charset.ts';

const folder = process.argv[2] ?? process.env.GLEANER_BENCH_PAGES;
const limit = 60;

/** Pages of a folder (`.html`, `.html.gz`), else generated articles of growing length with the usual navigation around them. */
function loadPages(): Uint8Array[] {
  const names =
    folder && statSync(folder, { throwIfNoEntry: false })
      ? readdirSync(folder).filter((name) => /\.html(?:\.gz)?$/.test(name))
      : [];
  if (names.length > 0) {
    return names.slice(0, limit).map((name) => {
      const bytes = readFileSync(`${folder}/${name}`);
      return name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    });
  }
  return Array.from({ length: limit }, (_, i) => Buffer.from(makePage(5 + i)));
}

function makePage(paragraphs: number): string {
  const links = (n: number): string =>
    Array.from({ length: n }, (_, i) => `<li class="menu-item"><a href="/l/${i}">Link number ${i}</a></li>`).join('');
  const text = Array.from(
    { length: paragraphs },
    (_, i) =>
      `<p>Paragraph ${i} tells, at some length, of rivers, <em>gardens</em> and <a href="/g/${i}">towns</a>, and of those who lived there when the mill still turned. ${'It goes on for a while. '.repeat(8)}</p>`,
  );
  const script = `<script>${'window.data=window.data||[];window.data.push({"a":1});'.repeat(600)}</script>`;
  return `<!doctype html><html><head><title>Page of ${paragraphs}</title><style>${'.a{color:red}'.repeat(500)}</style></head><body><nav><ul>${links(60)}</ul></nav><main><article><h1>Page of ${paragraphs}</h1>${text.join('')}</article></main><aside class="sidebar"><ul>${links(30)}</ul></aside><footer>${links(40)}</footer>${script}</body></html>`;
}

function bare(bytes: Uint8Array): void {
  // linkedom's own types refer to the browser's types, which the server side does not have.
  const dom = parseHTML(decodeText(bytes, { sniff: 'html' }).text) as unknown as {
    document: ConstructorParameters<typeof Readability>[0];
  };
  new Readability(dom.document).parse();
}

function ours(bytes: Uint8Array): void {
  readPage({ bytes, contentType: null, url: 'https://example.com/page' });
}

/** Milliseconds per page; a page that is refused counts with the time it took. */
function time(run: (bytes: Uint8Array) => void, pages: readonly Uint8Array[]): number {
  const start = performance.now();
  for (const bytes of pages) {
    try {
      run(bytes);
    } catch {
      // A refusal counts too.
    }
  }
  return (performance.now() - start) / pages.length;
}

const pages = loadPages();
// The two run in turn, so that neither gets the warm half of the run alone; the first round only warms up.
const rounds = Array.from({ length: 4 }, () => ({ bare: time(bare, pages), ours: time(ours, pages) })).slice(1);
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const bareMs = median(rounds.map((round) => round.bare));
const oursMs = median(rounds.map((round) => round.ours));
console.log(`page extraction, ${pages.length} pages, median of ${rounds.length} rounds`);
console.table({
  'Readability + linkedom': { 'ms per page': Number(bareMs.toFixed(1)), ratio: 1 },
  'Gleaner (text, metadata, Markdown)': { 'ms per page': Number(oursMs.toFixed(1)), ratio: Number((oursMs / bareMs).toFixed(2)) },
});
