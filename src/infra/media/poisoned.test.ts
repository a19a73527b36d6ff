import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { makeWav } from '../../../tests/harness/files/make-media.ts';
import { openWithAllowList } from '../../../tests/harness/files/open-with-allow-list.ts';
import { findTool } from '../process/tools.ts';
import { createMediaTools } from './create-media-tools.ts';

/** Files that refer to another user's file or to a private address, uploaded under six kinds of names. */
const names = ['a.mp4', 'a.mkv', 'a.mp3', 'a.wav', 'a.avi', 'a'];
const hits: string[] = [];
const server = createServer((request, response) => {
  hits.push(String(request.url));
  response.end(makeWav(7));
});
let folder = '';
let other = '';
let address = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'poisoned-'));
  other = join(folder, 'other-user.wav');
  writeFileSync(other, makeWav(7));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.wav`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const hls = (uri: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${uri}\n#EXT-X-ENDLIST\n`;

function poison(): Record<string, string | Uint8Array> {
  const adts = Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0'), Buffer.from(hls(`file://${other}`))]);
  const avi = Buffer.concat([Buffer.from('RIFF\0\x10\0\0AVI LIST'), Buffer.from(`GAB2\0\x02\0${hls(`file://${other}`)}`)]);
  return {
    'HLS with a file': hls(`file://${other}`),
    'HLS with a path': hls(other),
    'HLS with an address': hls(address),
    'HLS with a key file': `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="file://${other}"\n#EXTINF:10,\n${other}\n#EXT-X-ENDLIST\n`,
    'HLS that points to variants': `\n #EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${other}\n`,
    'an ffconcat script': `ffconcat version 1.0\nfile '${other}'\n`,
    'a concat script without a header': `file '${other}'\nfile '${other}'\n`,
    'a DASH manifest': `<?xml version="1.0"?><MPD type="static"><BaseURL>file://${other}</BaseURL></MPD>`,
    'a session description': `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=audio 5004 RTP/AVP 0\n`,
    'an ASX playlist': `<asx version="3.0"><entry><ref href="${address}"/></entry></asx>`,
    'HLS behind an ID3 tag': adts,
    'HLS in the subtitles of an AVI': avi,
  };
}

async function outcome(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

const hasPrograms = findTool('ffmpeg') !== null && findTool('ffprobe') !== null;

const engines: { engine: 'native' | 'system'; present: boolean }[] = [
  { engine: 'native', present: true },
  { engine: 'system', present: hasPrograms },
];

test.for(engines)(
  '12 poisoned files under 6 names ($engine): none is opened, nothing else is read or requested',
  { timeout: 120_000 },
  async ({ engine, present }, { skip }) => {
    skip(!present, 'there is no ffmpeg on this machine');
    const media = createMediaTools({ engine });
    const signal = new AbortController().signal;
    expect((await media.probe(other, signal)).durationSeconds).toBe(7);
    const found: string[] = [];
    for (const [kind, content] of Object.entries(poison())) {
      const outcomes = names.map(async (name, index) => {
        const path = join(folder, `${index}-${name}`);
        writeFileSync(path, content);
        const task = index % 2 === 0 ? media.probe(path, signal) : media.cover(path, signal);
        return `${kind}: ${await outcome(task)}`;
      });
      found.push(...(await Promise.all(outcomes)));
    }
    expect(found).toHaveLength(72);
    expect(found.filter((line) => !/: media_(?:refused|unreadable)$/.test(line))).toEqual([]);
    // A program built without a format reports only that it cannot read the file.
    const refused = engine === 'native' ? 60 : 54;
    expect(found.filter((line) => line.endsWith('media_refused')).length).toBeGreaterThanOrEqual(refused);
    expect(hits).toEqual([]);
  },
);

test('refuses formats by the allow-list also without the first look', async () => {
  for (const [kind, content] of Object.entries(poison())) {
    const path = join(folder, 'raw.mp4');
    writeFileSync(path, content);
    expect(await openWithAllowList(path), kind).toBeLessThan(0);
  }
  expect(hits).toEqual([]);
});
