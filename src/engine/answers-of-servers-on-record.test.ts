/**
 * Compares what becomes of an address, whatever its server answers, with a record. `vitest run --project unit
 * src/engine/answers-of-servers-on-record.test.ts -u` writes a new one, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { recordOf, sentence } from '../../tests/harness/sites/resolve-scripted.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../tests/golden/servers/${name}`, import.meta.url));

const page = (more: string, text: string) =>
  Buffer.from(
    `<!doctype html><html><head><title>The kiln</title>${more}</head><body><article><p>${text}</p></article></body></html>`,
  );
const bytes = (start: string, length: number) => Buffer.from(start.padEnd(length, '\0'), 'latin1');
const transcripts = [
  ['fourth.html', 'text/html', 'en'],
  ['third.srt', 'application/x-subrip', 'en'],
  ['foreign.json', 'application/json', 'fr'],
  ['second.vtt', 'text/vtt', 'en-US'],
  ['plain.txt', 'text/plain', 'en'],
  ['first.json', 'application/json', 'en'],
]
  .map(([name, type, language]) => `<podcast:transcript url="/${name}" type="${type}" language="${language}"/>`)
  .join('');
const files: Record<string, Uint8Array> = {
  page: page('', sentence.repeat(5)),
  thin: page('', sentence.repeat(1)),
  scripted: page('<script>run()</script>', sentence.repeat(1)),
  claims: page(
    '<link rel="canonical" href="https://m.oven.test/other"><meta property="og:image" content="https://oven.test/p.png">',
    sentence.repeat(5),
  ),
  claimsElsewhere: page('<link rel="canonical" href="https://else.test/other">', sentence.repeat(5)),
  claimsHome: page('<link rel="canonical" href="https://www.oven.test/">', sentence.repeat(5)),
  scripted249: page('<script>run()</script>', sentence.repeat(3).slice(0, 249)),
  scripted250: page('<script>run()</script>', sentence.repeat(3).slice(0, 250)),
  claimsQuery: page('<link rel="canonical" href="https://www.oven.test/?p=1">', sentence.repeat(5)),
  claimsMobile: page('<link rel="canonical" href="https://mobile.oven.test/other">', sentence.repeat(5)),
  claimsBelow: page('<link rel="canonical" href="https://a.oven.test/other">', sentence.repeat(5)),
  nameless: Buffer.from(`<html><body><p>${sentence.repeat(5)}</p></body></html>`),
  pdf: bytes('%PDF-1.7', 3000),
  zip: bytes('PK\x03\x04', 900),
  mp3: bytes('ID3\x03', 3000),
  shortMp3: bytes('ID3\x03', 100),
  binary: bytes('\x01\x02', 3000),
  feed: Buffer.from(
    '<rss><channel><title>Show</title><item><title>One</title><guid>one</guid><enclosure url="/1.mp3" type="audio/mpeg"/></item><item><title>Two</title><guid>two words</guid><enclosure url="/2.mp3" type="audio/mpeg"/></item></channel></rss>',
  ),
  single: Buffer.from(
    '<rss><channel><title>Show</title><item><title>One</title><guid>one</guid><enclosure url="/1.mp3" type="audio/mpeg"/></item></channel></rss>',
  ),
  silent: Buffer.from('<rss><channel><title>Show</title><item><title>One</title><link>/1</link></item></channel></rss>'),
  rich: Buffer.from(
    `<rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show</title><language>en-GB</language><item><title>One &amp;lt; two</title><guid>one</guid><enclosure url="/1.ogg"/><itunes:duration>100</itunes:duration><itunes:image href="/cover.png"/><description><![CDATA[<p>First *line* of the notes</p><p>0:00 Noted</p><p>1:00 Later</p>]]></description>${transcripts}<podcast:chapters url="/chapters.json"/></item></channel></rss>`,
  ),
  longNotes: Buffer.from(
    `<rss><channel><title>Show</title><item><guid>one</guid><enclosure url="/1.mp3"/><description>${sentence.repeat(8)}</description></item></channel></rss>`,
  ),
  marks: Buffer.from(
    '<rss><channel><title>Show</title><item><title>A &amp;amp; B</title><guid>one</guid><enclosure url="/1.mp3"/><description>*a* _b_ [c] #d | e!\n\n`f` \\ g</description></item></channel></rss>',
  ),
  own: Buffer.from(
    '<rss xmlns:psc="http://podlove.org/simple-chapters"><channel><title>Show</title><item><guid>one</guid><enclosure url="/1.mp3"/><psc:chapters><psc:chapter start="0" title="Own"/></psc:chapters><description><![CDATA[0:00 Noted<br>1:00 Later]]></description></item></channel></rss>',
  ),
  many: Buffer.from(
    `<rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Show</title><language>de</language><item><guid>one</guid><enclosure url="/1.mp3"/>${[
      ...['a.html', 'b.txt', 'c.srt', 'd.vtt', 'e.json', 'f'].map((name) => `url="/${name}"`),
      ...[
        'url="/g" type="application/x-subrip"',
        'url="/h.vtt" language="en"',
        'url="/i.txt" type="text/vtt"',
        'url="/j" type="text/plain"',
      ],
    ]
      .map((offer) => `<podcast:transcript ${offer}/>`)
      .join('')}</item></channel></rss>`,
  ),
  film: Buffer.from(
    '<rss><channel><title>Show</title><item><guid>one</guid><enclosure url="https://oven.test/1" type="Video/MP4"/><description>Only words</description></item></channel></rss>',
  ),
  overPageLimit: Buffer.alloc(20_000_001, 'a'),
  overConfirmation: Buffer.alloc(2_000_001, ' '),
  confirm: Buffer.from(
    '<!doctype html><form action="https://drive.usercontent.google.com/download"><input name="id" value="1"><input name="confirm" value="t"></form>',
  ),
  confirmElsewhere: Buffer.from('<!doctype html><form action="https://else.test/download"><input name="id" value="1"></form>'),
  confirmNowhere: Buffer.from('<!doctype html><form action="http://[/download"><input name="id" value="1"></form>'),
  confirmOther: Buffer.from(
    '<!doctype html><form action="/search"><input name="id" value="1"></form><form><input name="x"></form>',
  ),
  confirmHere: Buffer.from(
    '<!doctype html><form action="/DOWNLOAD?x=1"><input name="id"><input value="y"><select name="z"></select></form>',
  ),
  quota: Buffer.from('<!doctype html><p>Sorry, too many users have viewed this file.</p>'),
};

test.each(['answers', 'podcasts'])('SUM-01 SUM-03 the %s of servers are dealt with as on record', async (name) => {
  const blocks = readFileSync(fileOf(`${name}.txt`), 'utf8');
  await expect(await recordOf(blocks, files)).toMatchFileSnapshot(fileOf(`${name}.record.txt`));
});
