/** A user's corrections of a script, and everything that quotes it. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#db/client.ts';
import { chatHistory } from '#db/schema/chat.ts';
import { contents } from '#db/schema/content.ts';
import { promptResults } from '#db/schema/prompts.ts';
import { transcriptEdits } from '#db/schema/transcript-edits.ts';
import type { ContentDetail } from '#features/contents/contract.ts';
import { timedHeadings } from '#lib/markdown/timed-headings.ts';
import type { TranscriptEdit } from '#lib/transcripts/transcript-edits.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { settled, shareWorld, type World } from './setup.ts';

let world: World;
beforeAll(async () => {
  world = await shareWorld();
});
afterAll(() => world.close());

const said = [
  'Every autumn the village carried its grain to the stone barn.',
  'Jon Smyth the miller asked a tenth of every sack as his payment.',
  'Many families thought that a tenth was far too much for a miller.',
  'The keeper of the barn weighed each sack and wrote it down.',
  'Poor years were followed by better storage in the barn.',
  'In spring fewer people left the village than ever before.',
];

function srt(lines: readonly string[]): string {
  const stamp = (s: number) => `00:00:${String(s).padStart(2, '0')},000`;
  return lines.map((text, i) => `${i + 1}\n${stamp(i * 5)} --> ${stamp(i * 5 + 5)}\n${text}\n`).join('\n');
}

async function open(name: string): Promise<{ client: TestClient; contentId: string; detail: ContentDetail }> {
  const client = world.client();
  const contentId = await uploadFile(client, world.server.url, { name: `${name}.srt`, bytes: Buffer.from(srt(said)) });
  return { client, contentId, detail: await settled(client, contentId) };
}

function at(detail: ContentDetail, line: number): { line: number; startMs: number; was: string } {
  const segment = detail.subtitlesArray[line];
  return { line, startMs: segment?.startMs ?? -1, was: segment?.text ?? '' };
}

function lineWith(detail: ContentDetail, words: string): number {
  return detail.subtitlesArray.findIndex(({ text }) => text.includes(words));
}

describe('correcting a script', () => {
  test('CON-04 a correction changes detail, article, note and other features; times and the shared source stay', async () => {
    const { client, contentId, detail } = await open('barn');
    const line = lineWith(detail, 'Jon Smyth');
    const ref = at(detail, line);
    const answer = await client.rpc.content.editTranscript.mutate({
      contentId,
      base: detail.transcriptVersion,
      edit: { type: 'text', ...ref, text: ref.was.replace('Jon Smyth', 'John Smith') },
    });
    expect(answer.edits).toBe(1);
    const after = await client.rpc.content.detail.query({ contentId });
    expect(after).toMatchObject({ transcriptVersion: answer.version, transcriptEdits: 1 });
    expect(after.subtitlesArray).toEqual(
      detail.subtitlesArray.map((segment) => ({ ...segment, text: segment.text.replace('Jon Smyth', 'John Smith') })),
    );
    const { chapters } = await client.rpc.content.article.query({ contentId });
    const article = chapters.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).join(' ');
    expect(article).toContain('John Smith the miller');
    expect(article).not.toContain('Jon Smyth');
    // The note of a short talk quotes the line; where it does, it follows, and its anchors stay.
    expect(detail.note).toContain('Jon Smyth');
    expect(after.note).toBe(detail.note?.replaceAll('Jon Smyth', 'John Smith'));
    expect(answer.note).toMatchObject({ markdown: after.note, versionId: after.noteVersionId });
    const { versions } = await client.rpc.content.versions.query({ contentId });
    expect(versions).toHaveLength(2);

    // Written anew from the shared words, the note still says what its owner corrected.
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    expect((await settled(client, contentId)).note).toBe(after.note);

    // Another user with the same file has the words as they came.
    const other = await open('barn');
    expect(other.detail.subtitlesArray.map(({ text }) => text).join(' ')).toContain('Jon Smyth');

    const undone = await client.rpc.content.undoTranscriptEdit.mutate({ contentId, base: answer.version });
    expect(undone).toMatchObject({ version: 0, edits: 0 });
    const back = await client.rpc.content.detail.query({ contentId });
    expect(back.subtitlesArray).toEqual(detail.subtitlesArray);
    expect(back.note).toBe(detail.note);
  });

  test('CON-04 CON-05 chapters of the article have the note’s titles, also after a correction and an edit', async () => {
    const { client, contentId, detail } = await open('chapters');
    const titles = async () =>
      (await client.rpc.content.article.query({ contentId })).chapters.flatMap(({ title }) => (title === null ? [] : [title]));
    const found = detail.note ? timedHeadings(detail.note).map(({ title }) => title) : [];
    expect(found.length).toBeGreaterThan(0);
    expect(await titles()).toEqual(found);
    // A heading that its owner wrote, with the words of its first line.
    const ref = at(detail, 0);
    const note = (detail.note ?? '').replace(/^## [^[\n]*/m, `## 1. ${ref.was} `);
    const { versionId } = await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: detail.noteVersionId, note });
    expect(versionId).not.toBe(detail.noteVersionId);
    expect((await titles())[0]).toBe(`1. ${ref.was}`);
    await client.rpc.content.editTranscript.mutate({
      contentId,
      base: detail.transcriptVersion,
      edit: { type: 'text', ...ref, text: ref.was.replace('village', 'town') },
    });
    const after = await client.rpc.content.detail.query({ contentId });
    expect(await titles()).toEqual(timedHeadings(after.note ?? '').map(({ title }) => title));
    expect((await titles())[0]).toContain('the town carried');
  });

  test('CON-04 merging, splitting and naming speakers lose no word, and are undone one by one', async () => {
    const { client, contentId, detail } = await open('merging');
    const states = [detail];
    const add = async (make: (now: ContentDetail) => TranscriptEdit): Promise<ContentDetail> => {
      const now = states.at(-1) ?? detail;
      await client.rpc.content.editTranscript.mutate({ contentId, base: now.transcriptVersion, edit: make(now) });
      const next = await client.rpc.content.detail.query({ contentId });
      states.push(next);
      return next;
    };
    const words = (one: ContentDetail) => one.subtitlesArray.map(({ text }) => text).join(' ');

    const merged = await add((now) => ({ type: 'merge', ...at(now, 0), next: at(now, 1).was }));
    expect(merged.subtitlesArray).toHaveLength(detail.subtitlesArray.length - 1);
    expect(words(merged)).toBe(words(detail));
    const split = await add((now) => ({ type: 'split', ...at(now, 0), at: at(now, 0).was.indexOf(' carried') }));
    expect(split.subtitlesArray).toHaveLength(detail.subtitlesArray.length);
    expect(words(split)).toBe(words(detail));
    expect(split.subtitlesArray.map(({ id }) => id)).toEqual(split.subtitlesArray.map((_, index) => index));
    await add((now) => ({ type: 'speaker', ...at(now, 0), speaker: 'S1' }));
    await add((now) => ({ type: 'speaker', ...at(now, 2), speaker: 'S1' }));
    const named = await add(() => ({ type: 'rename', from: 'S1', to: 'Ann' }));
    expect(named.subtitlesArray.map(({ speaker }) => speaker).filter((name) => name !== undefined)).toEqual(['Ann', 'Ann']);

    while (states.length > 1) {
      const now = states.pop();
      await client.rpc.content.undoTranscriptEdit.mutate({ contentId, base: now?.transcriptVersion ?? -1 });
      const before = await client.rpc.content.detail.query({ contentId });
      expect(before.subtitlesArray).toEqual(states.at(-1)?.subtitlesArray);
      expect(before.transcriptVersion).toBe(states.at(-1)?.transcriptVersion);
    }
  });

  test('CON-04 CON-06 a renamed speaker changes in script, article, note and highlights; one undo reverts it', async () => {
    const client = world.client();
    const voices = ['Speaker 1', 'Speaker 2'];
    const vtt = said.map(
      (text, i) =>
        `00:00:${String(i * 5).padStart(2, '0')}.000 --> 00:00:${String(i * 5 + 5).padStart(2, '0')}.000\n<v ${voices[i % 2]}>${text}\n`,
    );
    const contentId = await uploadFile(client, world.server.url, {
      name: 'voices.vtt',
      bytes: Buffer.from(`WEBVTT\n\n${vtt.join('\n')}`),
    });
    const { noteVersionId } = await settled(client, contentId);
    const own = `> Speaker 1 and Speaker 2 speak, as 李雷 wished.\n\n## The mill [0:00](#t=0)\n\n- **Speaker 1:** a tenth was too much. [0:10](#t=10)\n- Speaker 12 is nobody here.\n`;
    await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note: own });
    const before = await client.rpc.content.detail.query({ contentId });
    expect(before.subtitlesArray.map(({ speaker }) => speaker)).toContain('Speaker 1');
    const words = 'Speaker 1: a tenth was too much';
    const mark = {
      id: randomUUID(),
      contentId,
      highlight_text: words,
      scope: 'note' as const,
      section_id: '#t=10',
      content_key: 'note',
      colour: 'green' as const,
      anchors: { exact: words, prefix: 'The mill', suffix: '.Speaker 12 is nobody here.', start: 60, alone: true },
    };
    await client.rpc.highlights.create.mutate(mark);
    // Answers that were written before.
    const { db, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    const [row] = await db.select({ userId: contents.userId }).from(contents).where(eq(contents.id, contentId));
    const userId = row?.userId ?? '';
    const said1 = 'Speaker 1 asked for less. [0:10](#t=10)';
    const messages = [
      { role: 'user', content: 'What did Speaker 1 ask?' },
      { role: 'assistant', content: said1 },
    ];
    await db.insert(chatHistory).values({ userId, contentId, messages });
    await db.insert(promptResults).values({
      userId,
      contentId,
      promptId: 'official-minutes',
      title: 'Minutes',
      prompt: 'Who said what?',
      text: `- ${said1}`,
      writtenAt: new Date(Date.now() - 60_000),
    });
    await close();
    const answers = async () => {
      const chat = await client.rpc.chat.history.query({ contentId });
      const { result } = await client.rpc.prompt.result.query({ contentId, promptId: 'official-minutes' });
      return [...chat.messages.map(({ parts }) => parts[0]?.text), result?.text];
    };

    const answer = await client.rpc.content.editTranscript.mutate({
      contentId,
      base: before.transcriptVersion,
      edit: { type: 'rename', from: 'Speaker 1', to: '李雷' },
    });
    const after = await client.rpc.content.detail.query({ contentId });
    expect(after.subtitlesArray.map(({ speaker }) => speaker)).not.toContain('Speaker 1');
    expect(answer.note?.places).toBe(2);
    expect(after.note).toBe(own.replace('> Speaker 1', '> 李雷').replace('**Speaker 1:**', '**李雷:**'));
    const { chapters } = await client.rpc.content.article.query({ contentId });
    const named = new Set(chapters.flatMap(({ paragraphs }) => paragraphs.map(({ speaker }) => speaker)));
    expect(named).toEqual(new Set(['李雷', 'Speaker 2']));
    const marked = async () => (await client.rpc.highlights.ofContent.query({ contentId })).highlights;
    expect(await marked()).toMatchObject([
      { highlight_text: '李雷: a tenth was too much', anchors: { exact: '李雷: a tenth was too much' } },
    ]);
    expect((await client.rpc.chat.find.query({ contentId, query: '李雷' })).passages.length).toBeGreaterThan(0);
    const renamed = said1.replace('Speaker 1', '李雷');
    expect(await answers()).toEqual(['What did Speaker 1 ask?', renamed, `- ${renamed}`]);
    const exported = await client.fetch(`/api/exports/${contentId}/md`);
    expect(await exported.text()).toContain('**李雷:**');

    // The way back is the way back also when the note has been edited meanwhile; whom it named before stays.
    const edited = `${after.note}\n- 李雷 was thanked.\n`;
    await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: after.noteVersionId, note: edited });
    await client.rpc.content.undoTranscriptEdit.mutate({ contentId, base: answer.version });
    const back = await client.rpc.content.detail.query({ contentId });
    expect(back.note).toBe(`${own}\n- 李雷 was thanked.\n`);
    expect(back.subtitlesArray).toEqual(before.subtitlesArray);
    expect(await marked()).toMatchObject([{ highlight_text: words, anchors: { exact: words } }]);
    expect(await answers()).toEqual(['What did Speaker 1 ask?', said1, `- ${said1}`]);
  });

  test('CON-04 CON-06 a speaker is renamed between emoji, in a note that is marked there; a run writes around them too', async () => {
    const client = world.client();
    const smile = '😀'.repeat(12);
    const lines = said.map(
      (text, i) =>
        `00:00:${String(i * 5).padStart(2, '0')}.000 --> 00:00:${String(i * 5 + 5).padStart(2, '0')}.000\n<v Speaker 1>${text} ${smile} by Speaker 1 a${smile}𠮷\n`,
    );
    const contentId = await uploadFile(client, world.server.url, {
      name: 'faces.vtt',
      bytes: Buffer.from(`WEBVTT\n\n${lines.join('\n')}`),
    });
    const { noteVersionId } = await settled(client, contentId);
    const faces = '😀'.repeat(40);
    const own = `- a${faces} Speaker 1: a tenth b${faces} [0:10](#t=10)\n- ${faces} Speaker 1: less ${faces} [0:10](#t=10)\n`;
    await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note: own });
    const before = await client.rpc.content.detail.query({ contentId });
    const anchors = { exact: 'Speaker 1', prefix: `a${'😀'.repeat(15)} `, suffix: ': a tenth b', start: 82, alone: false };
    const mark = {
      highlight_text: 'Speaker 1',
      scope: 'note',
      section_id: '#t=10',
      content_key: 'note',
      colour: 'green',
    } as const;
    await client.rpc.highlights.create.mutate({ id: randomUUID(), contentId, ...mark, anchors });
    const answer = await client.rpc.content.editTranscript.mutate({
      contentId,
      base: before.transcriptVersion,
      edit: { type: 'rename', from: 'Speaker 1', to: '𠮷野 \ud83d' },
    });
    expect(answer.note?.markdown).toBe(own.replaceAll('Speaker 1', '𠮷野 \ufffd'));
    const { highlights } = await client.rpc.highlights.ofContent.query({ contentId });
    expect(highlights[0]?.highlight_text).toBe('𠮷野 \ufffd');
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    expect(await settled(client, contentId)).toMatchObject({ status: 'completed' });
  });

  test('CON-04 CON-06 corrections of one script leave every other; each is undone by itself', async () => {
    const client = world.client();
    const lines = said.map(
      (text, i) => `00:00:${20 + i * 5}.000 --> 00:00:${24 + i * 5}.000\n<v Speaker ${(i % 2) + 1}>${text}\n`,
    );
    const bytes = Buffer.from(`WEBVTT\n\n${lines.join('\n')}`);
    const note = `> Speaker 1 speaks.\n\n- Jon Smyth the miller asked a tenth. [0:25](#t=25)\n- Poor years were followed by better storage in the barn. [0:40](#t=40)\n`;
    const openOwn = async (name: string) => {
      const contentId = await uploadFile(client, world.server.url, { name: `${name}.vtt`, bytes });
      const { noteVersionId } = await settled(client, contentId);
      await client.rpc.content.saveNote.mutate({ contentId, baseVersionId: noteVersionId, note });
      const mark = { contentId, section_id: null, colour: 'green' } as const;
      const marks = [
        ['note', 'Speaker 1 speaks'],
        ['note', 'better storage'],
        // The same words, but not of the note.
        ['article', 'Speaker 1 speaks'],
      ] as const;
      for (const [scope, exact] of marks) {
        const anchors = { exact, prefix: '', suffix: '', start: 0, alone: true };
        const made = { ...mark, id: randomUUID(), scope, content_key: scope, highlight_text: exact, anchors };
        await client.rpc.highlights.create.mutate(made);
      }
      return contentId;
    };
    const [first, second] = [await openOwn('first'), await openOwn('second')];
    const { user } = await client.rpc.account.me.query();
    const promptId = 'official-minutes';
    const answer = { userId: user?.id ?? '', promptId, title: 'Minutes', prompt: 'Who?', text: 'Speaker 1 spoke.' };
    const { db, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    await db.insert(promptResults).values([first, second].map((contentId) => ({ ...answer, contentId, writtenAt: new Date(0) })));
    await close();
    const read = async (contentId: string) => ({
      answer: (await client.rpc.prompt.result.query({ contentId, promptId })).result?.text,
      detail: await client.rpc.content.detail.query({ contentId }),
      overview: await client.rpc.content.overview.query({ contentId }),
      marks: (await client.rpc.highlights.ofContent.query({ contentId })).highlights.map(({ highlight_text }) => highlight_text),
    });
    const correct = async (contentId: string, from: string, to: string) => {
      const { detail } = await read(contentId);
      const ref = at(detail, lineWith(detail, from));
      const edit = { type: 'text' as const, ...ref, text: ref.was.replace(from, to) };
      await client.rpc.content.editTranscript.mutate({ contentId, base: detail.transcriptVersion, edit });
    };
    const undo = async (contentId: string) => {
      const base = (await read(contentId)).detail.transcriptVersion;
      await client.rpc.content.undoTranscriptEdit.mutate({ contentId, base });
    };

    await correct(second, 'Jon Smyth', 'Joan Smyth');
    const others = await read(second);
    expect(others.detail.note).toBe(note.replace('Jon', 'Joan'));
    await correct(first, 'Jon Smyth', 'John Smith');
    await correct(first, 'better storage', 'larger storage');
    const { transcriptVersion: base } = (await read(first)).detail;
    const edit = { type: 'rename', from: 'Speaker 1', to: 'Ann' } as const;
    await client.rpc.content.editTranscript.mutate({ contentId: first, base, edit });
    const renamed = await read(first);
    const corrected = note.replace('Jon Smyth', 'John Smith').replace('better', 'larger');
    expect(renamed.detail).toMatchObject({ note: corrected.replace('Speaker 1', 'Ann'), transcriptEdits: 3 });
    expect(renamed).toMatchObject({ answer: 'Ann spoke.', marks: ['Ann speaks', 'larger storage', 'Speaker 1 speaks'] });
    expect(await read(second)).toEqual(others);
    for (const left of [corrected, note.replace('Jon Smyth', 'John Smith'), note]) {
      await undo(first);
      expect((await read(first)).detail.note).toBe(left);
    }
    expect((await read(first)).marks).toEqual(['Speaker 1 speaks', 'better storage', 'Speaker 1 speaks']);
    expect(await read(second)).toEqual(others);
  });

  test('CON-04 runs do not apply corrections again that were made before their changes were stored', async () => {
    const { client, contentId, detail } = await open('old');
    const ref = at(detail, 0);
    const edit = { type: 'text', ...ref, text: 'Nothing that the note says.' } as const;
    await client.rpc.content.editTranscript.mutate({ contentId, base: detail.transcriptVersion, edit });
    const { db, close } = createDatabase(world.database, { max: 1, applicationName: 'test' });
    const mine = eq(transcriptEdits.contentId, contentId);
    await db
      .update(transcriptEdits)
      .set({ noteChanges: null, edit: { ...edit, was: 'Words that no note has.' } })
      .where(mine);
    await client.rpc.content.summarizeAgain.mutate({ contentId });
    await settled(client, contentId);
    const rows = await db.select({ noteChanges: transcriptEdits.noteChanges }).from(transcriptEdits).where(mine);
    await close();
    expect(rows).toEqual([{ noteChanges: null }]);
  });

  test('CON-04 the second of two tabs gets a conflict, and the first’s change stays', async () => {
    const { client, contentId, detail } = await open('tabs');
    const edit = (line: number, text: string) =>
      client.rpc.content.editTranscript.mutate({
        contentId,
        base: detail.transcriptVersion,
        edit: { type: 'text', ...at(detail, line), text },
      });
    const results = await Promise.allSettled([edit(0, 'one'), edit(1, 'two')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.find((result) => result.status === 'rejected');
    expect(codeOf(refused?.reason)).toBe('transcript_conflict');
    const after = await client.rpc.content.detail.query({ contentId });
    expect(after.transcriptEdits).toBe(1);
    // On the new state, but with a line that is not as it is said to be.
    const stale = client.rpc.content.editTranscript.mutate({
      contentId,
      base: after.transcriptVersion,
      edit: { type: 'text', line: 2, startMs: 0, was: 'never said', text: 'x' },
    });
    expect(codeOf(await stale.catch((error: unknown) => error))).toBe('transcript_conflict');
  });
});
