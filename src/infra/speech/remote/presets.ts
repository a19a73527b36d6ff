/** What is known about services and models that speak OpenAI's transcription protocol. */

/** Shapes of an answer: with segments and their times, with speakers, text in JSON, text alone. */
export type AnswerFormat = 'verbose_json' | 'diarized_json' | 'json' | 'text';

export type RemotePreset = {
  /** Asked for in this order; a service that refuses one is asked for the next. */
  formats: AnswerFormat[];
  /** Longest piece, in seconds. */
  maxPieceSeconds: number;
  /** Largest request. */
  maxBytes: number;
  /** Tells speakers apart, within a piece. */
  longPieces: boolean;
  /** Takes words to expect. */
  prompt: boolean;
  /** Fields that this model wants besides. */
  fields: Record<string, string>;
};

const megabyte = 1_000_000;

const plain: RemotePreset = {
  formats: ['verbose_json', 'json', 'text'],
  maxPieceSeconds: 600,
  maxBytes: 25 * megabyte,
  longPieces: false,
  prompt: true,
  fields: {},
};

/** The first whose host (null: any) and model fit. Services not listed get `plain`: most follow Whisper's. */
const presets: { host: RegExp | null; model: RegExp; preset: Partial<RemotePreset> }[] = [
  // Speakers need long pieces: who A is, a piece alone can say.
  {
    host: null,
    model: /transcribe-diarize/i,
    preset: {
      formats: ['diarized_json', 'json'],
      maxPieceSeconds: 780,
      longPieces: true,
      prompt: false,
      fields: { chunking_strategy: 'auto' },
    },
  },
  // Text without times, and only so much of it per answer: the times of short pieces are what there is.
  { host: null, model: /^gpt-(?:[\w.-]+-)?transcribe/i, preset: { formats: ['json'], maxPieceSeconds: 90 } },
  { host: /(?:^|\.)openai\.com$/, model: /whisper/i, preset: { formats: ['verbose_json'] } },
  { host: /(?:^|\.)groq\.com$/, model: /whisper/i, preset: { formats: ['verbose_json', 'json'] } },
];

export function presetFor(baseUrl: string, model: string): RemotePreset {
  const { hostname } = new URL(baseUrl);
  const found = presets.find((entry) => (entry.host?.test(hostname) ?? true) && entry.model.test(model));
  return { ...plain, ...found?.preset };
}
