import type { SubtitleTurn } from '../../raw-content.ts';
import { tidyLines } from '../cues.ts';
import { decodeEntities } from '../markup.ts';

/** What one voice says; the voice is empty outside of `<v>` tags. */
type Turn = { voice: string; parts: string[] };

const mostTurns = 100;

type CueText = { text: string; speaker?: string; turns?: SubtitleTurn[] };

/** https://www.w3.org/TR/webvtt1/#cue-text-parsing-rules. The speaker where one voice is named, turns where several are. */
export function vttCueText(payload: string): CueText {
  if (!payload.includes('<')) return { text: decodeEntities(payload) };
  const turns: Turn[] = [{ voice: '', parts: [] }];
  const voices = new Set<string>();
  let from = 0;
  for (let open = payload.indexOf('<'); open >= 0; open = payload.indexOf('<', from)) {
    const close = payload.indexOf('>', open);
    if (close < 0) break;
    turns.at(-1)?.parts.push(payload.slice(from, open));
    from = close + 1;
    const tag = payload.slice(open + 1, Math.min(close, open + 300));
    const voice = /^v(?:\.\S*)?\s([\s\S]*)$/.exec(tag)?.[1];
    const name = voice === undefined ? '' : decodeEntities(voice).replace(/\s+/g, ' ').trim();
    if (name !== '') voices.add(name);
    const isTurn = name !== '' || tag === '/v';
    if (isTurn && turns.length < mostTurns && turns.at(-1)?.voice !== name) turns.push({ voice: name, parts: [] });
  }
  turns.at(-1)?.parts.push(payload.slice(from));
  const text = decodeEntities(turns.flatMap(({ parts }) => parts).join(''));
  const [speaker, ...others] = voices;
  if (speaker === undefined) return { text };
  return others.length === 0 ? { text, speaker } : { text, turns: turns.flatMap(spokenTurn) };
}

function spokenTurn({ voice, parts }: Turn): SubtitleTurn[] {
  const text = tidyLines(decodeEntities(parts.join('')));
  if (text === '') return [];
  return [voice === '' ? { text } : { text, speaker: voice }];
}
