/** Meetings of the shared sets as the product would get them: with punctuation, and as a recogniser without any writes them. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Language, Segment } from '../../src/engine/domain.ts';

export type Source = {
  name: string;
  language: Language;
  plain: boolean;
  /** In the half, chosen by name, on which nothing is tuned. */
  heldOut: boolean;
  segments: Segment[];
  /** The text with its punctuation, which also shows where clauses of the plain text end. */
  original: string;
  /** Summaries that people wrote of it. */
  reference: string;
};

type Meeting = { name: string; language: Language; lines: string[]; reference: string };

type VcsumPart = { id: string; av_num: number; agenda: string; context: string[][] };
type Qmsum = {
  topic_list: { topic: string }[];
  general_query_list?: { answer: string }[];
  meeting_transcripts: { content: string }[];
};

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

function vcsum(folder: string): Meeting[] {
  const parts = linesOf(`${folder}/short_dev.txt`).map((line) => JSON.parse(line) as VcsumPart);
  return linesOf(`${folder}/long_dev.txt`).map((line) => {
    const whole = JSON.parse(line) as { av_num: number; summary: string };
    const own = parts
      .filter(({ av_num }) => av_num === whole.av_num)
      .sort((a, b) => Number(a.id.split('_')[1]) - Number(b.id.split('_')[1]));
    return {
      name: `vcsum-${whole.av_num}`,
      language: 'zh',
      lines: own.flatMap(({ context }) => context.flat()).filter((text) => text.trim() !== ''),
      reference: [whole.summary, ...own.map(({ agenda }) => agenda)].join('\n'),
    };
  });
}

function qmsum(folder: string): Meeting[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const meeting = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Qmsum;
    const answers = meeting.general_query_list?.map(({ answer }) => answer) ?? [];
    return {
      name: `qmsum-${name.slice(0, -5)}`,
      language: 'en',
      lines: meeting.meeting_transcripts
        .map(({ content }) =>
          content
            .replace(/\{[a-z]+\}/g, '')
            .replace(/ +([,.?!])/g, '$1')
            .trim(),
        )
        .filter((text) => text !== ''),
      reference: [...answers, ...meeting.topic_list.map(({ topic }) => topic)].join('\n'),
    };
  });
}

const perSecond = { zh: 4.5, en: 15 } as const;

function timed(lines: readonly string[], language: Language): Segment[] {
  let ms = 0;
  return lines.map((text, id) => {
    const startMs = ms;
    ms += Math.max(600, Math.round((text.length / perSecond[language]) * 1000));
    return { id, startMs, endMs: ms, text };
  });
}

function withoutMarks({ lines, language }: Meeting): string[] {
  if (language === 'zh') return lines.flatMap((line) => line.replace(/[\p{P}\s]+/gu, '').match(/(?:[a-z0-9]+|.){1,15}/giu) ?? []);
  return lines.flatMap(
    (line) =>
      line
        .toLowerCase()
        .replace(/[^\p{L}\p{N}'’ -]+/gu, ' ')
        .match(/(?:\S+\s*){1,8}/g)
        ?.map((cue) => cue.trim()) ?? [],
  );
}

export function readSources(fixtures: string): Source[] {
  if (!existsSync(`${fixtures}/summary`)) return [];
  const meetings = [...vcsum(`${fixtures}/summary/vcsum-dev`), ...qmsum(`${fixtures}/summary/qmsum-val`)];
  return [false, true].flatMap((plain) =>
    meetings.map((meeting) => ({
      name: meeting.name,
      language: meeting.language,
      plain,
      heldOut: (createHash('sha256').update(meeting.name).digest()[0] ?? 0) % 2 === 1,
      segments: timed(plain ? withoutMarks(meeting) : meeting.lines, meeting.language),
      original: meeting.lines.join(meeting.language === 'zh' ? '' : ' '),
      reference: meeting.reference,
    })),
  );
}
