/** Recognisers hallucinate in silence and loop. */
import { deflateSync } from 'node:zlib';
import type { SpokenSegment } from '../../ports.ts';
import type { Span } from './cut.ts';
import { voicedSpans } from './spread.ts';
import { tokensOf } from './tokens.ts';

/** Whisper's own compression limit. */
const loopRatio = 2.4;
const packedFrom = 48;
const loopTimes = 3;
const loopLength = 4;
/** Less sound than this is breathing. */
const leastVoicedMs = 100;
/** Inaccuracy of a recogniser's times. */
const slackMs = 300;

/** Credits learned from subtitle files, which nobody speaks. */
const credits = [
  /amara\.org/i,
  /字幕(?:由|:|：).{0,20}(?:提供|制作|製作|志愿者|志願者)|(?:中文)?字幕志[愿願]者/,
  /请不吝点赞|請不吝點贊|明镜与点点|明鏡與點點/,
  /^(?:subtitles?|captions?|transcription|transcript) (?:by|created by|provided by)\b/i,
  /\b(?:opensubtitles|addic7ed|castingwords)\b/i,
];

/** Real phrases that are also hallucinated. */
const stockPhrases = [
  /^(?:thanks?|thank you)(?: (?:so|very) much)?(?: (?:all|everyone|guys))?(?: (?:for (?:watching|listening|your (?:attention|time))).*)?$/i,
  /^(?:please )?(?:don't forget to )?(?:like|subscribe)(?: (?:and|to|the|my|our|this|like|subscribe|share|comment|channel|video))*$/i,
  /^(?:i'll )?see you (?:in the )?next (?:time|video|week|episode)$/i,
  /^(?:bye|bye bye|goodbye|you|the end|okay|so|hmm|uh|music|applause|silence)$/i,
  /^(?:谢谢|謝謝|感谢|感謝|多谢|多謝)(?:大家|您|你|各位)?(?:的)?(?:观看|收看|收听|聆听|觀看|收聽|支持|关注|關注)?$/,
  /^(?:请|請)?(?:记得)?(?:点赞|點贊|订阅|訂閱|关注|關注|转发|轉發|打赏|打賞|投币|收藏|(?:我的)?[频頻]道|[和与、，\s])+$/,
  /^(?:我们)?(?:下期|下次|下集)(?:节目|視頻|视频)?(?:再见|再見|见|見)$/,
  /^(?:再见|再見|拜拜|嗯|啊|呃|完|音乐|音樂|掌声|未完待续|未完待續)$/,
];

export type JudgeFacts = {
  quiet: readonly Span[];
  /** The recogniser may repeat it. */
  prompt: string;
};

export function judgeSegments(segments: readonly SpokenSegment[], facts: JudgeFacts): SpokenSegment[] {
  const expected = normal(facts.prompt);
  const said = segments.filter((segment) => !isMadeUp(segment, facts.quiet, expected));
  return withoutLoops(said);
}

function isMadeUp(segment: SpokenSegment, quiet: readonly Span[], expected: string): boolean {
  const { noSpeechProbability: noSpeech = 0, averageLogProbability: certainty = 0 } = segment;
  if (noSpeech > 0.6 && certainty < -1) return true;
  if (isLoop(segment)) return true;
  const text = segment.text.trim();
  if (credits.some((pattern) => pattern.test(text))) return true;
  const lengthMs = segment.endMs - segment.startMs;
  const around = { startMs: Math.max(0, segment.startMs - slackMs), endMs: segment.endMs + slackMs };
  if (lengthMs > 0 && voicedMs(around, quiet) < leastVoicedMs) return true;
  const doubtful = noSpeech > 0.4 || (lengthMs > 0 && voicedMs(segment, quiet) < lengthMs / 2);
  if (!doubtful) return false;
  const bare = text.replace(/^[\p{P}\p{S}\s]+|(?<![\p{P}\p{S}\s])[\p{P}\p{S}\s]+$/gu, '').replace(/[,.!?，。！？]+/g, '');
  const said = normal(text);
  return stockPhrases.some((pattern) => pattern.test(bare)) || (said !== '' && (said === expected || isPartOf(said, expected)));
}

function isPartOf(said: string, expected: string): boolean {
  return said.length >= 8 && expected.includes(said);
}

function voicedMs(span: Span, quiet: readonly Span[]): number {
  if (quiet.some((pause) => pause.startMs <= span.startMs && pause.endMs >= span.endMs)) return 0;
  return voicedSpans(span, quiet).reduce((sum, part) => sum + part.endMs - part.startMs, 0);
}

function isLoop({ text, compressionRatio }: SpokenSegment): boolean {
  if (compressionRatio !== undefined && compressionRatio > loopRatio && repeatsItself(text)) return true;
  const bytes = Buffer.from(text);
  return bytes.length >= packedFrom && bytes.length / deflateSync(bytes).length > loopRatio && repeatsItself(text);
}

/** Compression alone also finds long texts that merely have much in common. */
function repeatsItself(text: string): boolean {
  const words = tokensOf(text).map(({ word }) => word);
  for (let size = 1; size <= Math.min(24, words.length / loopTimes); size++) {
    let same = 0;
    let longest = 0;
    for (let at = size; at < words.length; at++) {
      same = words[at] === words[at - size] ? same + 1 : 0;
      longest = Math.max(longest, same);
    }
    if (longest >= size * (loopTimes - 1) && longest + size >= words.length / 2) return true;
  }
  return false;
}

/** Keeps one round of a loop: up to four segments that come three times or more in a row. */
function withoutLoops(segments: readonly SpokenSegment[]): SpokenSegment[] {
  const texts = segments.map(({ text }) => normal(text));
  const kept: SpokenSegment[] = [];
  for (let at = 0; at < segments.length; ) {
    const round = roundAt(texts, at);
    const length = round?.size ?? 1;
    kept.push(...segments.slice(at, at + length));
    at += round ? round.size * round.times : 1;
  }
  return kept;
}

function roundAt(texts: readonly string[], at: number): { size: number; times: number } | null {
  for (let size = 1; size <= loopLength; size++) {
    let times = 1;
    while (sameRound(texts, at, at + size * times, size)) times++;
    if (times >= loopTimes) return { size, times };
  }
  return null;
}

function sameRound(texts: readonly string[], first: number, second: number, size: number): boolean {
  if (second + size > texts.length) return false;
  for (let i = 0; i < size; i++) if (texts[first + i] !== texts[second + i]) return false;
  return true;
}

function normal(text: string): string {
  return tokensOf(text)
    .map(({ word }) => word)
    .join(' ');
}
