/**
 * Whole runs with a model that answers from a script: what it is asked, what is shown meanwhile, and the outline. `vitest run
 * --project unit src/engine/summarise/with-model/runs-on-record.test.ts -u` writes a new record, to be read.
 */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { type Answer, type Call, createScriptedLlm, goodAnswer, linesIn } from '../../../../tests/fakes/scripted-llm.ts';
import { computeHere } from '../../../../tests/harness/compute-here.ts';
import type { Detail, Language, Outline, Section, Segment, SourceChapter } from '../../domain.ts';
import { renderNote } from '../render-note.ts';
import { summariseWithModel } from './summarise-with-model.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../../../tests/golden/runs/${name}.record.txt`, import.meta.url));

const subjects = ['wheel', 'weir', 'miller', 'grain', 'flour', 'tax', 'flood', 'bridge', 'market', 'ledger'];

function talk(lines: number, { timed = true, each = 4 } = {}): Segment[] {
  return Array.from({ length: lines }, (_, id) => {
    const subject = subjects[Math.floor((id * subjects.length) / lines)];
    const text = `In ${1800 + id} the ${subject} of Orsk was measured, and Anna Oak wrote that the ${subject} had lost ${id + 11} parts.`;
    return {
      id,
      text,
      ...(timed ? { startMs: id * each * 1000, endMs: id * each * 1000 + 3900 } : { startMs: null, endMs: null }),
    };
  });
}

type Run = {
  segments?: Segment[];
  chapters?: SourceChapter[];
  sections?: Section[];
  timed?: boolean;
  detail?: Detail;
  language?: Language;
  contextTokens?: number;
  answers: readonly (Answer | ((call: Call) => Answer))[];
};

/** The task of a request, and the lines that it shows. */
function askedIn({ prompt }: Call): string {
  const lines = linesIn(prompt);
  const before = prompt.match(/^.*\(before\).*$/gm)?.filter((line) => !line.startsWith('Task')) ?? [];
  const task = prompt.slice(prompt.search(/Task: |These (?:statements|are the finished)/));
  return [`asked with lines ${lines[0]}–${lines.at(-1)}`, ...before, task].join('\n');
}

function shownAs({ abstract, chapters, tags }: Outline): string {
  const titles = chapters.map(({ title, segmentIds, points }) => {
    const details = points.reduce((sum, point) => sum + (point.details?.length ?? 0), 0);
    return `${title} ${segmentIds[0]}–${segmentIds.at(-1)} (${points.length}${details > 0 ? `+${details}` : ''})`;
  });
  return [...abstract.map(({ text }) => `> ${text}`), titles.join(' | '), ...tags.map((tag) => `#${tag}`)].join(' ');
}

/** Pauses that double vary by a quarter, so that many do not ask again at once. */
function noteWait(said: string[], ms: number): void {
  if (Number.isInteger(ms)) said.push(`waited ${ms}`);
  else
    said.push(
      `${said.pop()?.replace(/"seconds":\d+/, '"seconds":"about"')}`,
      `waited about ${2 ** Math.round(Math.log2(ms / 1000))} s`,
    );
}

async function record(given: Run): Promise<string> {
  const segments = given.segments ?? talk(40);
  const said: string[] = [];
  const answerOf = (call: Call, index: number): Answer => {
    const answer = given.answers[Math.min(index, given.answers.length - 1)] ?? goodAnswer;
    said.push(askedIn(call));
    return typeof answer === 'function' ? answer(call) : answer;
  };
  const { llm } = createScriptedLlm(answerOf, { contextTokens: given.contextTokens ?? 64_000, chunk: 60 });
  let now = 0;
  const outline = await summariseWithModel({
    facts: {
      title: 'The mill of Orsk',
      author: 'Ada Quill',
      description: 'A talk about 1234 mills.',
      timed: given.timed ?? true,
      chapters: given.chapters ?? [],
      ...(given.sections ? { sections: given.sections } : {}),
    },
    segments,
    noteLanguage: given.language ?? 'en',
    detail: given.detail ?? 'standard',
    llm,
    ports: {
      compute: computeHere,
      checkpoints: { get: async () => null, put: async (_key, value) => void said.push(`kept ${JSON.stringify(value).length}`) },
      clock: {
        now: () => {
          now += 60;
          return now;
        },
        sleep: async (ms) => noteWait(said, ms),
      },
    },
    progress: { stage: (...stage) => void said.push(`stage ${JSON.stringify(stage)}`), partial: () => undefined },
    signal: new AbortController().signal,
    onPartial: (partial) => void said.push(`shown ${shownAs(partial)}`),
  }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  });
  if (typeof outline === 'string') return [...said, outline].join('\n');
  const { chapters, ...about } = outline;
  const lines = chapters.map(
    (chapter) =>
      `${JSON.stringify({ ...chapter, points: undefined, segmentIds: `${chapter.segmentIds[0]}–${chapter.segmentIds.at(-1)}` })}\n${chapter.points.map((point) => `    ${JSON.stringify(point)}`).join('\n')}`,
  );
  return [...said, JSON.stringify(about), ...lines, renderNote(outline, segments)].join('\n');
}

const note = `> The wheel of Orsk lost parts in 1805, and 77 of them. [L5]

## The “wheel of Orsk was measured” [L0]
- It was measured in 1801. [L1]
  - Anna Oak wrote it in 1802. [L2]
  - Bela Ash wrote it in 1803. [L3]
- “The wheel of Orsk was mesured”, he wrote. [L1]
- Nobody measured it in 1999. [L4]

## The miller [L10]
- The miller lost 22 parts. [L11]
- The miller came from Spain.
  - He lost 23 parts. [L12]
- She said “no miller ever sold a part of his”. [L13]

## The Flemish tax [L20, L90]
- The tax was measured in 1821. [L21-L23]
  - Cyril Elm said so.

#mill #Orsk #tax #a #b #c #d`;

const marked = { text: note };
const corrections = {
  text: '1. Anna Oak wrote it in 1803. [L3]\n2. drop\n3. The miller was measured. [L11-L12]\n4: The tax [L20]\n5. The tax [L20]',
};
const chapters = [
  { title: 'Wheels', startMs: 0 },
  { title: '税与水', startMs: 60_000 },
  { title: 'The market', startMs: 120_000 },
];
const starts = (call: Call, ...parts: string[]) => {
  const first = linesIn(call.prompt)[0] ?? 0;
  return { first, text: parts.join('\n').replaceAll(/\bL\+(\d+)/g, (_, more: string) => `L${first + Number(more)}`) };
};
const section = (call: Call) => ({ text: starts(call, '## From here [L+0]', '- Said. [L+1]', '- More. [L+20]').text });
const limit = { error: new AppError('llm_cost_limit') };
const joining = (answer: Answer) => (call: Call) => (call.prompt.includes('finished sections') ? answer : goodAnswer(call));
const chinese = '## 磨坊的水轮 [L0]\n- 水轮在那一年又少了几个零件，大家都很着急。 [L2]\n';

const runs: Record<string, Run> = {
  'corrects what fails once': { answers: [marked, corrections], detail: 'detailed' },
  'marks what a failing correction leaves': { answers: [marked, { error: new AppError('llm_unavailable') }] },
  'corrects no more than forty': {
    answers: [{ text: `## One [L0]\n${'- Zoltan Fir lost 9999 parts. [L1]\n'.repeat(41)}` }],
    detail: 'brief',
  },
  'corrects forty': { answers: [{ text: `## One [L0]\n${'- Zoltan Fir lost 9999 parts. [L1]\n'.repeat(40)}` }, corrections] },
  'puts points under the chapters of the creator': { answers: [marked, corrections], chapters },
  'uses headings of a text without times': {
    answers: [marked, corrections],
    sections: [
      { title: 'The Flemish tax', segmentId: 0 },
      { title: 'Mills', segmentId: 20 },
    ],
    segments: talk(40, { timed: false }),
    timed: false,
  },
  'goes on after a cut': {
    answers: [
      {
        text: '> Brief.\n## One [L0]\n- First. [L1]\n## Two [L9]\n- Second. [L10]\n  - Detail. [L11]\n  - Cut',
        finish: 'length',
      },
      { text: '## Two again [L9]\n- Second. [L10]\n- Cut', finish: 'length' },
      { text: '> Other.\n## Three [L30]\n- Third. [L31]\n#late', finish: 'stop' },
    ],
  },
  'drops a cut detail': { answers: [{ text: '## One [L0]\n- First. [L1]\n  - Whole. [L2]\n  - Cut', finish: 'length' }] },
  'keeps a cut point that has details': { answers: [{ text: '## One [L0]\n- First.\n  - Whole. [L2]', finish: 'length' }] },
  'gives up cuts': {
    answers: [(call) => ({ text: starts(call, '## A [L+0]', '- P. [L+1]', '## B [L+2]', '- Q. [L+3]').text, finish: 'length' })],
  },
  'goes on after an early end': {
    segments: talk(200),
    answers: [section, (call) => ({ text: starts(call, '## Rest [L+0]', '- All. [L199]').text })],
    contextTokens: 128_000,
  },
  'goes on after an early end twice at most': { segments: talk(600), answers: [section], contextTokens: 128_000 },
  'is done near the end': {
    segments: talk(120),
    answers: [(call) => ({ text: starts(call, '## One [L+0]', '- Said. [L+60]').text })],
  },
  'reads windows and joins them': {
    segments: talk(160),
    contextTokens: 6000,
    answers: [joining({ text: '> All. [L3]\nmerge 1,2 as First two\nmerge 3,4\n\n#one [L999]' })],
  },
  'reads windows without an abstract': {
    segments: talk(160),
    contextTokens: 6000,
    answers: [joining({ text: '' })],
  },
  'reads windows under chapters': {
    segments: talk(160),
    contextTokens: 6000,
    chapters: [...chapters, { title: 'The end', startMs: 600_000 }],
    answers: [joining({ text: '> All.\nmerge 1,2 as First two\n#one' })],
  },
  'is limited at once': { answers: [limit] },
  'is limited in a later window': {
    segments: talk(160),
    contextTokens: 6000,
    answers: [goodAnswer, limit, joining({ text: '> All.\n#one' })],
  },
  'is limited when joined': {
    segments: talk(160),
    contextTokens: 6000,
    answers: [joining({ error: new AppError('server_cost_limit') })],
  },
  'is limited after a cut': {
    answers: [{ text: '## One [L0]\n- First. [L1]\n## Two [L9]\n- Second. [L10]', finish: 'length' }, limit],
    chapters,
  },
  'asks again in the language': { answers: [{ text: chinese }, { text: '## Wheel [L0]\n- It lost 13 parts. [L2]\n' }] },
  'keeps a second answer in another language': { answers: [{ text: chinese }, { text: chinese.replace('水轮', '车轮') }] },
  'takes few words in any language': { answers: [{ text: '## 水轮 [L0]\n- 少了零件。 [L2]\n' }] },
  'takes a third of the words in Chinese': {
    language: 'zh',
    answers: [
      { text: '## One two three four five six seven [L0]\n- Eight nine ten eleven twelve of them 水轮在那 [L2]\n' },
      { text: chinese },
    ],
  },
  'takes two fifths of the words in Chinese': {
    answers: [{ text: '## 磨坊的水轮少了零件 [L0]\n- It was measured and lost parts in each year by the flood of it [L2]\n' }],
  },
  'asks again for a reference': { answers: [{ text: '## One\n- No line.' }, { text: '## One [L1]\n- A line. [L1]' }] },
  'fails without a reference': { answers: [{ text: '## One\n- No line.' }] },
  'waits for a busy model': {
    answers: [{ error: new AppError('llm_rate_limited', { retry: { afterMs: 3000 } }) }, marked, corrections],
  },
};

test.each(Object.entries(runs))('SUM-08 %s as on record', async (name, run) => {
  await expect(`${await record(run)}\n`).toMatchFileSnapshot(fileOf(name.replaceAll(' ', '-')));
});
