/** The lines that a reference is checked with. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { settled, shareWorld, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

function srt(about: string): Buffer {
  const stamp = (s: number) => `00:${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')},000`;
  const lines = Array.from({ length: 30 }, (_, i) => `Line ${i + 1} of the talk about the ${about} says something of its own.`);
  return Buffer.from(lines.map((text, i) => `${i + 1}\n${stamp(i * 5)} --> ${stamp(i * 5 + 4)}\n${text}\n`).join('\n'));
}

const at = (ms: number) => ({ kind: 'time', ms }) as const;
const paragraph = (id: number) => ({ kind: 'paragraph', id }) as const;

test('CON-02 the lines near a moment are those of that content, seven at most, with its corrections', async () => {
  const client = world.client();
  const open = (name: string) => uploadFile(client, world.server.url, { name: `${name}.srt`, bytes: srt(name) });
  const [barn, mill] = [await open('barn'), await open('mill')];
  const [detail] = await Promise.all([settled(client, barn), settled(client, mill)]);
  const near = (contentId: string, ms: number) => client.rpc.content.linesNear.query({ contentId, anchor: at(ms) });

  const middle = await near(barn, 52_500);
  expect(middle).toEqual({
    extractionId: detail.extractionId,
    transcriptVersion: 0,
    lines: detail.subtitlesArray.slice(7, 14),
  });
  expect(middle.lines[3]?.text).toBe('Line 11 of the talk about the barn says something of its own.');
  expect((await near(mill, 52_500)).lines[3]?.text).toBe('Line 11 of the talk about the mill says something of its own.');
  expect((await near(barn, 0)).lines.map(({ id }) => id)).toEqual([0, 1, 2, 3]);
  expect((await near(barn, 149_000)).lines.map(({ id }) => id)).toEqual([26, 27, 28, 29]);
  expect((await near(barn, 3_600_000)).lines).toEqual([]);

  const line = detail.subtitlesArray[10];
  const edit = {
    type: 'text',
    line: 10,
    startMs: line?.startMs ?? -1,
    was: line?.text ?? '',
    text: 'Now it says this.',
  } as const;
  const { version } = await client.rpc.content.editTranscript.mutate({ contentId: barn, base: 0, edit });
  const corrected = await near(barn, 52_500);
  expect([corrected.transcriptVersion, corrected.lines[3]?.text]).toEqual([version, 'Now it says this.']);
  expect(corrected.lines[2]).toEqual(middle.lines[2]);
});

test('CON-02 the paragraphs near one of a text are given by their number, and none for another kind of place', async () => {
  const client = world.client();
  const text = Array.from({ length: 12 }, (_, i) => `Paragraph ${i + 1} tells of the barn, the mill and the river. It is short.`);
  const bytes = Buffer.from(text.join('\n\n'));
  const contentId = await uploadFile(client, world.server.url, { name: 'barn.txt', bytes });
  const { paragraphs } = await settled(client, contentId);
  const near = async (anchor: ReturnType<typeof at> | ReturnType<typeof paragraph>) =>
    (await client.rpc.content.linesNear.query({ contentId, anchor })).lines;
  expect(await near(paragraph(5))).toEqual(paragraphs.slice(2, 9));
  expect(await near(paragraph(paragraphs.length))).toEqual([]);
  expect(await near(at(0))).toEqual([]);
});

test('CON-02 nobody else gets lines of a content, and a place must be one', async () => {
  const [owner, other] = [world.client(), world.client()];
  const contentId = await uploadFile(owner, world.server.url, { name: 'own.srt', bytes: srt('barn') });
  await settled(owner, contentId);
  await uploadFile(other, world.server.url, { name: 'other.srt', bytes: srt('mill') });
  const ask = (client: typeof owner, anchor: unknown) =>
    client.rpc.content.linesNear.query({ contentId, anchor: anchor as ReturnType<typeof at> }).then(() => 'answered', codeOf);
  expect(await ask(other, at(0))).toBe('not_found');
  for (const anchor of [
    at(-1),
    at(Number.NaN),
    paragraph(1.5),
    paragraph(-1),
    { kind: 'line', id: 1 },
    { ...at(1), id: 2 },
    null,
  ])
    expect(await ask(owner, anchor)).toBe('bad_request');
});
