import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { applyEdit, type TranscriptEdit } from '#lib/transcripts/transcript-edits.ts';
import { openPage, refusal } from '../../../../../tests/harness/interface/page.tsx';
import { transcripts } from '../../words/en.ts';
import type { ScriptContent } from '../use-script-cache.ts';
import { useScriptEditing } from './use-script-editing.ts';

const line = (id: number, text: string, speaker?: string) => ({
  ...{ id, startMs: id * 1000, endMs: id * 1000 + 900, text },
  ...(speaker === undefined ? {} : { speaker }),
});
const first = [line(0, 'one', 'Ann'), line(1, 'two two', 'Ann'), line(2, 'three', 'Bob')];
let contents = 0;

type Served = { lines: typeof first; version: number; edits: number };

async function opened({ edits = 0, note = null as object | null, stored = undefined as object | undefined } = {}) {
  const contentId = `script-${++contents}`;
  const server: Served = { lines: first, version: 1, edits };
  const page = openPage({
    words: { transcripts },
    answers: {
      'content.editTranscript': ({ edit }: { edit: TranscriptEdit }) => {
        server.lines = (applyEdit(server.lines, edit) ?? server.lines) as typeof first;
        server.version++;
        server.edits++;
        return { version: server.version, edits: server.edits, note };
      },
      'content.undoTranscriptEdit': () => {
        server.lines = first;
        server.version++;
        server.edits--;
        return { version: server.version, edits: server.edits, note: null };
      },
      'content.overview': () => ({ transcriptVersion: server.version }),
    },
  });
  const read = () => ({ transcriptVersion: server.version, transcriptEdits: server.edits, subtitlesArray: server.lines });
  if (stored) page.storage.set(`gleaner:draft:line:${contentId}`, JSON.stringify(stored));
  const key = [['content', 'transcript'], { input: { contentId }, type: 'query' }];
  page.queryClient.setQueryData(key, read());
  const hook = await page.render(() => {
    const { data } = useQuery({ queryKey: key, queryFn: () => read() });
    return useScriptEditing({ contentId, ...data } as unknown as ScriptContent);
  }, null);
  const sent = () =>
    page.calls.filter(({ path }) => /Transcript/.test(path)).map(({ input }) => input as { base: number; edit: object });
  const type = (change: object) =>
    hook.after((now) => now.change({ ...(now.draft as NonNullable<typeof now.draft>), ...change }));
  return { page, hook, server, sent, type, contentId, kept: () => page.storage.get(`gleaner:draft:line:${contentId}`) };
}

test('a line is opened, changed and saved, and its text is kept in the browser until then', async () => {
  const { hook, sent, type, kept, contentId, server } = await opened();
  expect([hook.now.on, hook.now.draft, hook.now.row, hook.now.restored]).toEqual([false, null, -1, false]);
  await hook.after((now) => now.toggle());
  await hook.after((now) => now.open(1));
  expect([hook.now.on, hook.now.row]).toEqual([true, 1]);
  expect(hook.now.draft).toEqual({
    startMs: 1000,
    was: 'two two',
    named: 'Ann',
    text: 'two two',
    speaker: 'Ann',
    everywhere: true,
  });
  await type({ text: ' two 2 ' });
  expect(kept()).toContain('two 2');
  await hook.after((now) => now.save());
  expect(sent()).toEqual([{ contentId, base: 1, edit: { type: 'text', line: 1, startMs: 1000, was: 'two two', text: 'two 2' } }]);
  expect([server.lines[1]?.text, hook.now.draft, kept()]).toEqual(['two 2', null, undefined]);
});

test('text and speaker go before what changes the lines, each based on the one before', async () => {
  const { hook, sent, type } = await opened();
  await hook.after((now) => now.toggle());
  await hook.after((now) => now.open(1));
  await type({ text: 'two 2', speaker: 'Cem', everywhere: false });
  await hook.after((now) => now.merge());
  await hook.after(() => undefined);
  const at = { line: 1, startMs: 1000 };
  expect(sent().map(({ base, edit }) => [base, edit])).toEqual([
    [1, { type: 'text', ...at, was: 'two two', text: 'two 2' }],
    [2, { type: 'speaker', ...at, was: 'two 2', speaker: 'Cem' }],
    [3, { type: 'merge', ...at, was: 'two 2', next: 'three' }],
  ]);
});

test('a line is split at the cursor, less the spaces before its words', async () => {
  const { hook, sent, type } = await opened();
  await hook.after((now) => now.toggle());
  await hook.after((now) => now.open(1));
  await type({ text: '  two two' });
  await hook.after((now) => now.split(6));
  expect(sent().map(({ edit }) => edit)).toEqual([{ type: 'split', line: 1, startMs: 1000, was: 'two two', at: 4 }]);
  await hook.after((now) => now.open(0));
  await hook.after((now) => now.split(0));
  expect(sent()[1]?.edit).toMatchObject({ type: 'split', at: 1 });
});

test('unsaved text is saved before another line opens, and before the end', async () => {
  const { hook, sent, type, page } = await opened();
  await hook.after((now) => now.toggle());
  await hook.after((now) => now.open(0));
  await type({ text: 'uno' });
  await hook.after((now) => now.open(2));
  expect([sent().length, hook.now.row, hook.now.draft?.text]).toEqual([1, 2, 'three']);
  await type({ text: 'tres' });
  page.answers['content.editTranscript'] = () => {
    throw refusal('internal');
  };
  await hook.after((now) => now.open(0));
  expect([hook.now.row, hook.now.draft?.text, page.toasts[0]?.message]).toEqual([2, 'tres', transcripts.edit.failed]);
  await hook.after((now) => now.toggle());
  expect([hook.now.on, hook.now.draft?.text]).toEqual([true, 'tres']);
  page.answers['content.editTranscript'] = () => ({ version: 9, edits: 9, note: null });
  await hook.after((now) => now.toggle());
  expect([hook.now.on, hook.now.draft]).toEqual([false, null]);
  // Nothing typed, nothing sent.
  page.calls.length = 0;
  await hook.after((now) => now.toggle());
  await hook.after((now) => now.open(0));
  await hook.after((now) => now.open(7));
  expect(hook.now.row).toBe(0);
  await hook.after((now) => now.close());
  await hook.after((now) => now.toggle());
  expect([sent(), hook.now.on]).toEqual([[], false]);
});

test('one request runs at a time', async () => {
  const { hook, sent, type, page } = await opened();
  await hook.after((now) => now.toggle());
  await hook.after((now) => now.open(0));
  await type({ text: 'uno' });
  const answer = Promise.withResolvers<unknown>();
  page.answers['content.editTranscript'] = () => answer.promise;
  await hook.after((now) => now.save());
  expect(hook.now.busy).toBe(true);
  await hook.after((now) => now.save());
  expect(sent()).toHaveLength(1);
  await hook.after(() =>
    answer.resolve({ version: 2, edits: 1, note: { places: 2, markdown: 'm', versionId: 'v', updatedAt: 'u' } }),
  );
  expect([hook.now.busy, page.toasts]).toEqual([false, [{ tone: 'success', message: '2 quotes in the note were updated too.' }]]);
});

test('the last correction is undone, and what is typed stays', async () => {
  const none = await opened();
  await none.hook.after((now) => now.undo());
  expect(none.sent()).toEqual([]);
  const { hook, sent, type, page, contentId } = await opened({ edits: 2 });
  await hook.after((now) => now.toggle());
  await hook.after((now) => now.open(1));
  await type({ text: 'typed' });
  await hook.after((now) => now.undo());
  await page.settle();
  expect(sent()[0]).toEqual({ contentId, base: 1 });
  expect([hook.now.draft?.text, page.toasts]).toEqual(['typed', [{ message: transcripts.edit.undone }]]);
  await type({ text: 'two two' });
  await hook.after((now) => now.undo());
  await page.settle();
  expect(hook.now.draft).toBeNull();
});

test('where somebody else changed the lines, they are read again and the draft moves along', async () => {
  const { hook, type, page, server } = await opened();
  await hook.after((now) => now.toggle());
  await hook.after((now) => now.open(1));
  await type({ text: 'mine' });
  page.answers['content.editTranscript'] = () => {
    throw refusal('transcript_conflict');
  };
  server.lines = [line(0, 'zero'), line(1, 'theirs', 'Ann'), line(2, 'three')];
  server.version = 5;
  await hook.after((now) => now.save());
  await page.settle();
  expect(hook.now.draft).toMatchObject({ startMs: 1000, was: 'theirs', named: 'Ann', text: 'mine', speaker: 'Ann' });
});

test('text of an earlier visit is restored, and said to be, until a line is opened', async () => {
  const stored = { startMs: 1000, was: 'two two', named: 'Ann', text: 'typed', speaker: 'Ann', everywhere: true };
  const { hook } = await opened({ stored });
  expect([hook.now.on, hook.now.restored, hook.now.row, hook.now.draft]).toEqual([true, true, 1, stored]);
  await hook.after((now) => now.close());
  expect([hook.now.restored, hook.now.draft]).toEqual([false, null]);
  const other = await opened({ stored });
  await other.hook.after((now) => now.open(0));
  expect([other.hook.now.restored, other.hook.now.row]).toEqual([false, 0]);
});
