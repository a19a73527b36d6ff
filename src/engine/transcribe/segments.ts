import { displayWidth } from '#lib/text/display-width.ts';
import type { Segment } from '../domain.ts';
import type { SubtitleCue } from '../raw-content.ts';
import { collapseSpace, joinLines, needsSpaceBetween, splitLongText } from '../text/paragraphs.ts';
import { endsSentence } from '../text/sentences.ts';
import { withoutMarkup } from './markup.ts';
import { removeRepeats } from './rolling.ts';

const pauseMs = 700;
/** Wanted length of a line; in punctuated speech it may go on to the end of its sentence. */
const wantedMs = 8000;
const longestMs = 20_000;
/** From this length on, a comma ends the line. */
const pausableMs = 12_000;
const maxChars = 200;
/** Only longer cues are cut, as that means guessing times. */
const maxCueChars = 400;
/** Shorter sentences ("Yes.") are joined with the next cue. */
const sentenceMs = 2500;
const sentenceWidth = 48;

type Line = { startMs: number; endMs: number; text: string; speaker: string | undefined };

/** A line ends with a sentence, a pause, a speaker or its length. Sound-only cues go. Empty when no cue has words. */
export function cuesToSegments(cues: readonly SubtitleCue[]): Segment[] {
  const pieces = toPieces(cues);
  const punctuated = pieces.filter((piece) => endsSentence(piece.text)).length * 10 >= pieces.length;
  const lines: Line[] = [];
  let line: Line | null = null;
  for (const piece of pieces) {
    if (line && !mustBreak(line, piece, punctuated)) {
      line.text += (needsSpaceBetween(line.text, piece.text) ? ' ' : '') + piece.text;
      line.endMs = Math.max(line.endMs, piece.endMs);
    } else {
      line = { startMs: piece.startMs, endMs: piece.endMs, text: piece.text, speaker: piece.speaker };
      lines.push(line);
    }
  }
  return lines.map(({ startMs, endMs, text, speaker }, id) => ({ id, startMs, endMs, text, ...(speaker ? { speaker } : {}) }));
}

type Piece = Line & { startsTurn: boolean };

function mustBreak(line: Line, piece: Piece, punctuated: boolean): boolean {
  if (piece.startsTurn || piece.speaker !== line.speaker) return true;
  if (piece.startMs - line.endMs > pauseMs) return true;
  if (line.text.length + piece.text.length + 1 > maxChars) return true;
  if (Math.max(line.endMs, piece.endMs) - line.startMs > longestMs) return true;
  const lasts = line.endMs - line.startMs;
  if (endsSentence(line.text)) return lasts >= sentenceMs || displayWidth(line.text.slice(0, sentenceWidth)) >= sentenceWidth;
  if (lasts < wantedMs) return false;
  return !punctuated || (lasts >= pausableMs && /[,，、;；:：]$/.test(line.text));
}

function toPieces(cues: readonly SubtitleCue[]): Piece[] {
  const usable = cues.filter((cue) => Number.isFinite(cue.startMs) && Number.isFinite(cue.endMs));
  const sorted = usable
    .flatMap(turnsOf)
    .map(cleanCue)
    .sort((a, b) => a.startMs - b.startMs);
  const spoken = sorted.filter((cue) => !isSoundOnly(cue.text));
  // A track with only sounds keeps them.
  const kept = spoken.length > 0 ? spoken : sorted.filter((cue) => /[\p{L}\p{N}]/u.test(cue.text));
  return removeRepeats(kept)
    .flatMap(toLinePieces)
    .sort((a, b) => a.startMs - b.startMs);
}

/** Several voices of a cue are shown at once, so each has its whole time. */
function turnsOf({ turns, ...cue }: SubtitleCue): SubtitleCue[] {
  return turns ? turns.map(({ text, speaker }) => ({ ...cue, text, ...(speaker ? { speaker } : {}) })) : [cue];
}

function cleanCue(cue: SubtitleCue): SubtitleCue {
  const startMs = Math.max(0, cue.startMs);
  const text = withoutMarkup(cue.text)
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => collapseSpace(line.replace(/[♪♫♬♩🎵🎶]/gu, ' ')))
    .filter((line) => line !== '')
    .join('\n');
  return { ...cue, startMs, endMs: Math.max(startMs, cue.endMs), text };
}

const soundWords =
  /(?<!\p{L})(?:music(?:al)?|applau(?:se|ds?|ding)|laugh(?:s|ing|ter)?|chuckl(?:es?|ing)|cheer(?:s|ing)?|silence|inaudible|indistinct|blank_audio|noises?|sigh(?:s|ing)?|cough(?:s|ing)?|gasp(?:s|ing)?)(?!\p{L})|音乐|音樂|掌声|掌聲|鼓掌|欢呼|歡呼|片头|片尾|静音/iu;
/** Only as the whole text: 【笑傲江湖】 and “(Foreign policy matters.)” are words. */
const soundAlone =
  /^(?:(?:speak(?:s|ing) )?(?:in )?(?:a )?foreign(?: languages?)?|(?:众人|观众|觀眾|全场|全場|大家|哄堂)?大?笑[声聲]?)$/i;
/** A bracket with more words is something said. */
const mostSoundWords = 4;
const bracketed = /[[(（【〔]([^\])）】〕]{0,40})[\])）】〕]/gu;

function isSoundOnly(text: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  if (text.length > 40) return false;
  if (/[^-–—.\s]/u.test(text.replace(bracketed, ''))) return false;
  return [...text.matchAll(bracketed)].every(([, inside = '']) => namesSound(inside.trim()));
}

function namesSound(words: string): boolean {
  return soundAlone.test(words) || (words.split(/\s+/).length <= mostSoundWords && soundWords.test(words));
}

/** `>>` marks another voice; it opens a line. */
function toLinePieces(cue: SubtitleCue): Piece[] {
  const turns = cue.text.split(/(?:^|\s)>{2,3}(?=\s|[^>\s])/u);
  const texts = turns.map((turn) => joinLines(turn.split('\n')));
  const pieces: Piece[] = [];
  let chars = 0;
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const at = (position: number) => Math.round(cue.startMs + ((cue.endMs - cue.startMs) * position) / Math.max(1, total));
  for (const [turn, text] of texts.entries()) {
    const parts = text.length > maxCueChars ? splitLongText(text, maxChars) : [text];
    for (const [index, part] of parts.entries()) {
      if (part === '') continue;
      const startsTurn = turn > 0 && index === 0;
      const startMs = pieces.length === 0 ? cue.startMs : at(chars);
      pieces.push({ startMs, endMs: at(chars + part.length), text: part, speaker: cue.speaker, startsTurn });
      chars += part.length;
    }
  }
  const last = pieces.at(-1);
  if (last) last.endMs = cue.endMs;
  return pieces;
}
