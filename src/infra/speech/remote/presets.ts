export type AnswerFormat = 'verbose_json' | 'diarized_json' | 'json' | 'text';

export type RemotePreset = {
  /** Tried in order, until one is accepted. */
  formats: AnswerFormat[];
  maxPieceSeconds: number;
  maxBytes: number;
  longPieces: boolean;
  prompt: boolean;
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

/** The first preset whose host and model match is used; unknown services are treated like Whisper. */
const presets: { host: RegExp | null; model: RegExp; preset: Partial<RemotePreset> }[] = [
  // Speaker labels are valid only within a piece, so pieces are long.
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
  // Gives text without times, so pieces are short to keep positions useful.
  { host: null, model: /^gpt-(?:[\w.-]+-)?transcribe/i, preset: { formats: ['json'], maxPieceSeconds: 90 } },
  { host: /(?:^|\.)openai\.com$/, model: /whisper/i, preset: { formats: ['verbose_json'] } },
  { host: /(?:^|\.)groq\.com$/, model: /whisper/i, preset: { formats: ['verbose_json', 'json'] } },
];

export function presetFor(baseUrl: string, model: string): RemotePreset {
  const { hostname } = new URL(baseUrl);
  const found = presets.find((entry) => (entry.host?.test(hostname) ?? true) && entry.model.test(model));
  return { ...plain, ...found?.preset };
}
