/**
 * Compares what is found at the addresses of channels with records. `vitest run --project unit
 * src/engine/channels/channels-on-record.test.ts -u` writes new ones, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { computeHere } from '../../../tests/harness/compute-here.ts';
import { readScript, scriptedFetch } from '../../../tests/harness/sites/scripted-fetch.ts';
import type { PlaylistContext } from '../playlists/playlist-source.ts';
import type { EnginePorts } from '../ports.ts';
import { readPlaylist } from '../sites/recognise-playlist.ts';
import type { ChannelAddress } from '../sites/site.ts';
import type { ChannelReading, Validators } from './channel.ts';
import { findChannel } from './find-channel.ts';
import { findFeeds } from './find-feeds.ts';
import { readOpml } from './opml.ts';
import { readChannel } from './read-channel.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/channels/${name}`, import.meta.url));

/** Blocks under lines of `=== title`. */
const blocksOf = (name: string) =>
  readFileSync(fileOf(`${name}.txt`), 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((block) => ({ title: block.slice(0, block.indexOf('\n')), text: block.slice(block.indexOf('\n') + 1, -1) }));

function codeOf(error: unknown): string {
  if (!(error instanceof AppError)) return `a fault: ${String(error)}`;
  return `${error.code} ${JSON.stringify(error.params)}${error.retry ? ` retry ${JSON.stringify(error.retry)}` : ''}`;
}

const feed = (more: string, items: string) => Buffer.from(`<rss><channel><title>Kilns</title>${more}${items}</channel></rss>`);
const item = '<item><title>One</title><link>/1</link></item>';
const sound = '<item><title>Talk</title><guid>t</guid><enclosure url="/t.mp3" type="audio/mpeg"/></item>';
const moved = (to: string) => feed(`<itunes:new-feed-url>${to}</itunes:new-feed-url>`, item);
const files: Record<string, Uint8Array> = {
  feed: feed('<link>https://oven.test/home</link>', item),
  homeless: feed('', item),
  podcast: feed('', sound),
  two: feed('', `${sound}${sound.replaceAll('t<', 'u<').replaceAll('t.mp3', 'u.mp3')}`),
  movedToB: moved('https://b.test/feed'),
  movedToC: moved('https://c.test/feed'),
  movedToPlain: moved('http://b.test/feed'),
  movedToA: moved('https://a.test/feed'),
  movedNowhere: moved('nowhere://x'),
  page: Buffer.from('<html><head><link rel="alternate" type="application/rss+xml" href="/named.xml"></head></html>'),
  barePage: Buffer.from('<html><body>Hello</body></html>'),
};

/** The hash of a whole answer is only said to be there. */
function shown(reading: ChannelReading): unknown {
  return reading.state === 'read' && reading.validators.hash !== null
    ? { ...reading, validators: { ...reading.validators, hash: 'a hash' } }
    : reading;
}

async function run(order: string, context: PlaylistContext): Promise<unknown> {
  const [what = '', address = '', known = '{}'] = order.split(' | ');
  if (what === 'find') {
    const { address: found, reading } = await findChannel(address, context);
    return { address: found, reading: shown(reading) };
  }
  if (what === 'list') return await readPlaylist(new URL(address), context);
  const channel = JSON.parse(address) as ChannelAddress;
  const nothing = { etag: null, lastModified: null, hash: null };
  const first: Validators = { ...nothing, ...(JSON.parse(known) as Partial<Validators>) };
  const reading = await readChannel(channel, first, context);
  if (what === 'read') return shown(reading);
  if (reading.state !== 'read') throw new Error('The first reading is whole');
  return shown(await readChannel(channel, { ...nothing, hash: reading.validators.hash }, context));
}

test('EXP-01 channels are read as on record, whatever their server answers', async () => {
  const record = [];
  for (const { title, text } of blocksOf('readings')) {
    const [order = '', ...script] = text.split('\n');
    const { fetch, asked } = scriptedFetch(script.map((line) => readScript(line, files)));
    const ports = { compute: computeHere, fetch, clock: { now: () => 0, sleep: async () => {} } } as Partial<EnginePorts>;
    const context = { ports: ports as EnginePorts, signal: AbortSignal.timeout(10_000), limit: 50 };
    const found = await run(order, context).then((value) => JSON.stringify(value), codeOf);
    const conditions = (headers: Record<string, string>) =>
      ['if-none-match', 'if-modified-since'].flatMap((name) => (headers[name] ? [` ${name}: ${headers[name]}`] : [])).join('');
    record.push(
      `=== ${title}`,
      found,
      ...asked.map(({ line, end, terms, headers }) => `- ${line} ${end} (${terms})${conditions(headers)}`),
      '',
    );
  }
  await expect(record.join('\n')).toMatchFileSnapshot(fileOf('readings.record.txt'));
});

test('EXP-01 feeds that pages name are found as on record', async () => {
  const record = blocksOf('heads').map(({ title, text }) => {
    const found = findFeeds({ bytes: Buffer.from(text), contentType: null, url: 'https://oven.test/blog/page' });
    return `=== ${title}\n${found.join('\n') || 'none'}\n`;
  });
  await expect(record.join('\n')).toMatchFileSnapshot(fileOf('heads.record.txt'));
});

test('EXP-01 lists of subscriptions are read as on record', async () => {
  const record = blocksOf('opml').map(({ title, text }) => {
    let read: string;
    try {
      read = readOpml({ text })
        .map((line) => JSON.stringify(line))
        .join('\n');
    } catch (error) {
      read = codeOf(error);
    }
    return `=== ${title}\n${read}\n`;
  });
  await expect(record.join('\n')).toMatchFileSnapshot(fileOf('opml.record.txt'));
});
