/**
 * Compares what an address alone tells with a record. `vitest run --project unit
 * src/engine/sites/addresses-on-record.test.ts -u` writes a new one, to be read.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { siteFeed } from '../channels/feed-guesses.ts';
import { articleSource } from '../sources/article.ts';
import { directMediaSource } from '../sources/direct-media.ts';
import { documentLinkSource, namedDocumentSource } from '../sources/document-link.ts';
import { podcastFeedSource } from '../sources/podcast-feed-link.ts';
import { readVideoHost } from '../sources/yt-dlp/video-hosts.ts';
import { readBilibiliCreator, readBilibiliLink } from './bilibili/shared/link.ts';
import { readBilibiliSession } from './bilibili/shared/session.ts';
import { sites } from './index.ts';
import { readKnownSite, titleOnSite } from './link-preview.ts';
import { playlistAddress, playlistSources } from './recognise-playlist.ts';
import { requestGapOf } from './request-gap.ts';
import { canonicaliseUrl } from './shared/canonical-url.ts';
import { embedAddress, isEmbeddable, siteAddress } from './shared/embed.ts';
import { sourceLinkOf } from './shared/link-to-place.ts';
import type { VideoSiteId } from './shared/video-sites.ts';
import { sharedFileSource } from './shared-file.ts';
import { readYoutubeLink } from './youtube/shared/link.ts';
import { youtubeMessages } from './youtube/shared/player-messages.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../tests/golden/sites/${name}`, import.meta.url));
const linesOf = (name: string) => readFileSync(fileOf(name), 'utf8').split('\n').slice(0, -1);

const named = (name: string, value: unknown) =>
  value === null || value === undefined ? [] : [`${name} ${JSON.stringify(value)}`];

const usualCover = (id: string | null) => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;

function aboutYoutube(url: URL): string[] {
  const link = readYoutubeLink(url);
  return link?.kind === 'video' ? [`video ${link.id}`] : named('youtube', link);
}

const kinds = [namedDocumentSource, documentLinkSource, directMediaSource, podcastFeedSource, articleSource, sharedFileSource];
const usualKinds = 'document-link direct-media podcast-feed article feed';

/** Which of the sources that look at any address look at this one, where it is not the usual ones. */
function unusualKinds(url: string): string[] {
  const tried = kinds.filter((kind) => kind.canHandle({ type: 'url', url })).map(({ id }) => id);
  const listed = playlistSources.filter((source) => source.anyAddress && source.canHandle(new URL(url))).map(({ id }) => id);
  const all = [...tried, ...listed].join(' ');
  return all === usualKinds ? [] : [`looked at by ${all}`];
}

/** What the site's own code reads in the address. */
function about(text: string): string {
  const url = new URL(text);
  const canonical = canonicaliseUrl(url);
  const known = readKnownSite(url);
  const list = playlistAddress(url);
  const gap = requestGapOf(text);
  const atPlace = sourceLinkOf({ kind: 'time', ms: 61_999 }, { sourceUrl: text, pageUrl: 'https://own.test/' });
  const host = readVideoHost(url);
  return [
    ...(canonical === url.href ? [] : [`as ${canonical}`]),
    ...aboutYoutube(url),
    ...named('bilibili', readBilibiliLink(url)),
    ...named('creator', readBilibiliCreator(url)),
    ...named('host', host && [host.host.domain, host.kind]),
    ...(known
      ? [`known as ${known.kind}${known.maybe ? '?' : ''} of ${known.siteName}${known.turnsAway ? ' (turns away)' : ''}`]
      : []),
    ...named('id', known?.id),
    ...(known?.coverUrl ? [known.coverUrl === usualCover(known.id) ? 'with its cover' : `cover ${known.coverUrl}`] : []),
    ...(known && known.address !== url.href && known.address !== canonical ? [`address ${known.address}`] : []),
    ...(list.url.href === url.href ? [] : [`list ${list.url.href}`]),
    ...(list.alsoItem ? ['also an item'] : []),
    ...(list.uncertain ? ['uncertain'] : []),
    ...sites.flatMap(({ id, source }) => (source?.canHandle({ type: 'url', url: text }) ? [`read by ${id}`] : [])),
    ...playlistSources.flatMap((source) => (!source.anyAddress && source.canHandle(url) ? [`listed by ${source.id}`] : [])),
    ...sites.flatMap(({ id, files }) => named(`file of ${id}`, files?.find(url))),
    ...named('feed', siteFeed(url)),
    ...(atPlace.startsWith('https://own.test/') ? [] : [`at 61 s ${atPlace}`]),
    ...(gap.id === `host:${url.host}` && gap.gapMs === 250 ? [] : [`${gap.gapMs} ms apart as ${gap.id}`]),
    ...unusualKinds(text),
  ].join(', ');
}

test('SUM-02 addresses of every site tell what is on record', async () => {
  const record = linesOf('addresses.txt').map((line) => `${line} ⇒ ${about(line) || 'nothing'}`);
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('addresses.record.txt'));
});

/** Per line an address, and the title of its page. */
test('titles of pages lose the name of the site as on record', async () => {
  const record = linesOf('titles.txt').map((line) => {
    const [address = '', title = ''] = line.split(' | ');
    const known = readKnownSite(new URL(address));
    const landed = address.split('#lands=')[1] ?? address;
    return `${line} ⇒ ${known ? JSON.stringify(titleOnSite(title, known, landed)) : 'no known site'}`;
  });
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('titles.record.txt'));
});

/** Per line a site, the id of a video, a place in ms, and a part. */
test('players are asked for videos as on record', async () => {
  const record = linesOf('players.txt').map((line) => {
    const [player, id = '', ms = '0', part] = line.split(' ');
    const video = { player: player as VideoSiteId, id, ...(part === undefined ? {} : { part: Number(part) }) };
    const addresses = [embedAddress(video, Number(ms), 'https://own.test'), siteAddress(video, Number(ms))];
    return `${line} ⇒ ${isEmbeddable(video) ? addresses.join(' and ') : `not embedded, ${addresses[1]}`}`;
  });
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('players.record.txt'));
});

test('messages of a player are read as on record', async () => {
  const { listen, subscribe, play, pause, mute, unmute } = youtubeMessages;
  const read = (data: unknown) => youtubeMessages.read(data);
  const record = linesOf('messages.txt').map((line) => {
    const asText = JSON.stringify(read(line));
    const asValue = JSON.stringify(read(JSON.parse(line)));
    return `${line} ⇒ ${asText}${asText === asValue ? '' : `, as a value ${asValue}`}`;
  });
  const sent = [listen, ...subscribe, play, pause, mute, unmute, youtubeMessages.seek(61), youtubeMessages.setRate(1.5)];
  const long = (spaces: number) => `${spaces} spaces ⇒ ${JSON.stringify(read(`{"event":"onReady"}${' '.repeat(spaces)}`))}`;
  const all = [...sent, ...record, `{ ⇒ ${JSON.stringify(read('{'))}`, long(99_981), long(99_982)];
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot(fileOf('messages.record.txt'));
});

test('sessions are read as on record, however they were copied', async () => {
  const lines = [...linesOf('sessions.txt'), 'x'.repeat(600), 'x'.repeat(601)];
  const record = lines.map((line) => `${line} ⇒ ${JSON.stringify(readBilibiliSession(line))}`);
  await expect(`${record.join('\n')}\n`).toMatchFileSnapshot(fileOf('sessions.record.txt'));
});
