import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareWorld, summarise, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

test('SUM-03 an episode of a feed becomes a note on its published transcript', async () => {
  const sentences = [
    'The clay has to rest for a whole night before anybody touches it.',
    'Three teams measured the kiln and found the same eleven hours of heat.',
    'A village of forty people built the first one without a plan.',
    'The second kiln failed because the stones were still wet.',
    'Every school of the valley now teaches how the fire is laid.',
    'Ash from the orchard gives the glaze its green colour.',
  ];
  const stamp = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23);
  const cues = sentences.map((text, index) => `${stamp(index * 12)} --> ${stamp(index * 12 + 10)}\n${text}\n`);
  world.site.on('/kiln.vtt', { body: `WEBVTT\n\n${cues.join('\n')}`, type: 'text/vtt' });
  world.site.on('/show.xml', {
    type: 'application/rss+xml',
    body: `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Kiln Talk</title><language>en</language>
<item><title>Older</title><guid>kiln-1</guid><enclosure url="/1.mp3" type="audio/mpeg"/></item>
<item><title>Fire and Ash</title><guid>kiln-2</guid><itunes:duration>75</itunes:duration><enclosure url="/2.mp3" type="audio/mpeg"/><podcast:transcript url="/kiln.vtt" type="text/vtt" language="en"/></item></channel></rss>`,
  });
  const detail = await summarise(world.client(), `${world.site.url}/show.xml?guid=kiln-2`);
  expect(detail).toMatchObject({
    status: 'completed',
    kind: 'audio',
    title: 'Fire and Ash',
    siteName: 'Kiln Talk',
    timed: true,
    sourceUrl: `${world.site.url}/show.xml?guid=kiln-2`,
  });
  expect(sentences.some((sentence) => detail.note?.includes(sentence.slice(0, 30)))).toBe(true);
});
