/**
 * The summary without a model on a transcript of four hours: seconds and peak memory in a process of its own, relative to
 * the time that splitting the same text into words once takes there (`Intl.Segmenter`).
 * Run: `node bench/extractive.bench.ts`. Targets: under 3 s on one core, under 300 MB.
 */
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { Language, Segment } from '../src/engine/domain.ts';
import { summariseExtractive } from '../src/engine/summarise/extractive/summarise.ts';

const hours = 4;
const secondsPerLine = 9;

/** Speech-like lines from a fixed pseudo-random source: words follow Zipf's law, and subjects change every few minutes. */
function makeTranscript(language: Language): Segment[] {
  let state = 12345;
  const random = (): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const common =
    language === 'zh'
      ? Array.from('的是在有我他这个们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么')
      : 'the of and to a in that it is was for on are with they be at this have from or one had by we'.split(' ');
  const syllables =
    language === 'zh'
      ? Array.from('区块链数据模型教育城市能源芯片媒体文化经济网络安全设计医疗音乐农业森林金融保险平台社区开源课程评价')
      : 'ba co di fen gor hil jun kal mor nes pol qui ras sol tem und vor wex yal zin'.split(' ');
  const word = (subject: number): string => {
    if (random() < 0.5) return common[Math.floor(random() ** 2 * common.length)] ?? '';
    const pick = Math.floor(random() ** 3 * 120) + (random() < 0.6 ? subject * 120 : 0);
    const at = (offset: number): string =>
      syllables[(pick * 7 + offset * 13 + Math.floor(pick / syllables.length)) % syllables.length] ?? '';
    return language === 'zh' ? at(0) + at(1) : at(0) + at(1) + at(2);
  };
  const wordsPerLine = language === 'zh' ? 22 : 24;
  return Array.from({ length: (hours * 3600) / secondsPerLine }, (_, id) => {
    const subject = 1 + Math.floor(id / 45);
    const parts = Array.from({ length: wordsPerLine }, () => word(subject));
    const text = language === 'zh' ? `${parts.slice(0, 11).join('')}，${parts.slice(11).join('')}。` : `${parts.join(' ')}.`;
    return { id, startMs: id * secondsPerLine * 1000, endMs: (id + 1) * secondsPerLine * 1000, text };
  });
}

type Measured = { seconds: number; yardstickSeconds: number; peakMb: number; characters: number; chapters: number };

function measure(language: Language): Measured {
  const segments = makeTranscript(language);
  const text = segments.map((segment) => segment.text).join('\n');
  const started = performance.now();
  const outline = summariseExtractive({
    segments,
    timed: true,
    title: null,
    language: null,
    noteLanguage: language,
    sourceChapters: [],
  });
  const seconds = (performance.now() - started) / 1000;
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const before = performance.now();
  let words = 0;
  for (const part of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) words += part.isWordLike ? 1 : 0;
  const yardstickSeconds = (performance.now() - before) / 1000;
  if (words === 0 || outline.chapters.length === 0) throw new Error('the transcript is empty');
  return { seconds, yardstickSeconds, peakMb, characters: text.length, chapters: outline.chapters.length };
}

const asked = process.argv[2];
if (asked === 'zh' || asked === 'en') {
  process.stdout.write(JSON.stringify(measure(asked)));
} else {
  console.log('model-free summary of a four-hour transcript');
  console.log('language  characters  chapters  seconds  word cutting  ratio  peak MB');
  for (const language of ['zh', 'en'] as const) {
    const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), language], { encoding: 'utf8' });
    if (child.status !== 0) throw new Error(child.stderr);
    const result = JSON.parse(child.stdout) as Measured;
    const cells = [
      language.padEnd(8),
      String(result.characters).padStart(10),
      String(result.chapters).padStart(8),
      result.seconds.toFixed(2).padStart(7),
      result.yardstickSeconds.toFixed(2).padStart(12),
      (result.seconds / result.yardstickSeconds).toFixed(1).padStart(5),
      result.peakMb.toFixed(0).padStart(7),
    ];
    console.log(cells.join('  '));
  }
}
