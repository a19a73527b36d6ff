import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('../main.ts', import.meta.url));
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function run(
  name: string,
  content: string,
  more: string[] = [],
): Promise<{ status: number | null; out: string; err: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-chapters-'));
  folders.push(folder);
  const file = join(folder, name);
  await writeFile(file, content);
  const done = spawnSync(process.execPath, [entry, 'chapters', ...more, file], { encoding: 'utf8' });
  return { status: done.status, out: done.stdout, err: done.stderr };
}

function clock(seconds: number): string {
  return `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')},000`;
}

const subjects = [
  ['hive', 'honey', 'queen', 'pollen', 'swarm'],
  ['railway', 'station', 'signal', 'carriage', 'platform'],
];

/** Twenty minutes: ten about bees, ten about trains, a cue every ten seconds. */
const srt = Array.from({ length: 120 }, (_, index) => {
  const list = subjects[index < 60 ? 0 : 1] ?? [];
  const at = (offset: number): string => list[(index + offset * 2) % list.length] ?? '';
  return `${index + 1}\n${clock(index * 10)} --> ${clock(index * 10 + 9)}\nEvery ${at(0)} has a ${at(1)} behind its ${at(2)}.\n`;
}).join('\n');

it('SUM-14 prints the topics of a subtitle file with seconds and titles', async () => {
  const { status, out } = await run('talk.srt', srt, ['--lang', 'en']);
  expect(status).toBe(0);
  const chapters = JSON.parse(out) as { start: number; title: string }[];
  expect(chapters[0]?.start).toBe(0);
  expect(chapters.some((chapter) => Math.abs(chapter.start - 600) <= 20)).toBe(true);
  for (const chapter of chapters) expect(chapter.title).not.toBe('');
});

it('SUM-14 text without times has chapters without a start', async () => {
  const { status, out } = await run('page.txt', 'One short page.\n\nIt has two paragraphs.\n');
  expect(status).toBe(0);
  expect(JSON.parse(out)).toEqual([{ start: null, title: expect.any(String) }]);
});

it('wrong arguments end with 2, files without text with 3', async () => {
  expect((await run('talk.srt', srt, ['--lang', 'xx'])).status).toBe(2);
  const empty = await run('empty.txt', '\n \n');
  expect(empty.status).toBe(3);
  expect(empty.err).not.toContain('    at ');
});
