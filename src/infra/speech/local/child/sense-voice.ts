import { createRequire } from 'node:module';
import type { SpokenSegment } from '#engine/ports.ts';
import { type ChildTask, sampleRate } from '../child-messages.ts';
import { cutWords } from '../cut-words.ts';
import { ChildFailure, type Recogniser, toFloats } from './recogniser.ts';

/** The part of sherpa-onnx-node that is used; the package has no types. */
type Sherpa = {
  OfflineRecognizer: { createAsync(config: unknown): Promise<SherpaRecogniser> };
  Vad: new (config: unknown, bufferSeconds: number) => SherpaVad;
};
type SherpaStream = { acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void };
type SherpaRecogniser = { createStream(): SherpaStream; decodeAsync(stream: SherpaStream): Promise<SherpaResult> };
type SherpaResult = { text: string; lang: string; tokens: string[]; timestamps: number[] };
type SherpaVad = {
  acceptWaveform(samples: Float32Array): void;
  isEmpty(): boolean;
  front(externalBuffer: boolean): { start: number; samples: Float32Array };
  pop(): void;
  flush(): void;
  reset(): void;
};

const vadWindow = 512;
const longestSpeechSeconds = 20;
/** With shorter input, the recogniser reads past its end. */
const shortestSamples = sampleRate / 4;

export async function loadSenseVoice({ paths, threads }: ChildTask): Promise<Recogniser> {
  const sherpa = loadLibrary();
  const recogniser = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      // The language is detected, since the page's language may differ from the spoken one.
      senseVoice: { model: paths.model, language: 'auto', useInverseTextNormalization: 1 },
      tokens: paths.tokens,
      numThreads: threads,
      provider: 'cpu',
      debug: 0,
    },
  }).catch((cause: unknown) => {
    throw new ChildFailure('model_broken', cause);
  });
  const vad = openVad(sherpa, paths.vad ?? '');
  return {
    async hear(samples) {
      const segments: SpokenSegment[] = [];
      const spokenMs = new Map<string, number>();
      for (const { start, samples: speech } of findSpeech(vad, toFloats(samples))) {
        const offsetMs = (start * 1000) / sampleRate;
        const lengthMs = (speech.length * 1000) / sampleRate;
        const stream = recogniser.createStream();
        stream.acceptWaveform({ samples: atLeast(speech, shortestSamples), sampleRate });
        const { lang, tokens, timestamps } = await recogniser.decodeAsync(stream);
        const timed = tokens.map((text, index) => ({ text, startMs: offsetMs + (timestamps[index] ?? 0) * 1000 }));
        const words = cutWords(timed, Math.round(Math.min(offsetMs + lengthMs, (samples.length * 1000) / sampleRate)));
        segments.push(...words);
        const language = /^<\|(\w+)\|>$/.exec(lang)?.[1];
        if (words.length > 0 && language && language !== 'nospeech')
          spokenMs.set(language, (spokenMs.get(language) ?? 0) + lengthMs);
      }
      const [most] = [...spokenMs].sort(([, a], [, b]) => b - a);
      return { language: most?.[0] ?? null, segments };
    },
  };
}

function loadLibrary(): Sherpa {
  try {
    return createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa;
  } catch (cause) {
    throw new ChildFailure('no_binding', cause);
  }
}

function openVad(sherpa: Sherpa, model: string): SherpaVad {
  const sileroVad = {
    model,
    threshold: 0.5,
    minSilenceDuration: 0.3,
    minSpeechDuration: 0.1,
    maxSpeechDuration: longestSpeechSeconds,
    windowSize: vadWindow,
  };
  try {
    return new sherpa.Vad({ sileroVad, sampleRate, numThreads: 1, provider: 'cpu', debug: 0 }, longestSpeechSeconds * 3);
  } catch (cause) {
    throw new ChildFailure('model_broken', cause);
  }
}

function findSpeech(vad: SherpaVad, samples: Float32Array): { start: number; samples: Float32Array }[] {
  const found: { start: number; samples: Float32Array }[] = [];
  const collect = () => {
    for (; !vad.isEmpty(); vad.pop()) found.push(vad.front(false));
  };
  vad.reset();
  for (let at = 0; at < samples.length; at += vadWindow) {
    vad.acceptWaveform(atLeast(samples.subarray(at, at + vadWindow), vadWindow));
    collect();
  }
  vad.flush();
  collect();
  return found;
}

function atLeast(samples: Float32Array, length: number): Float32Array {
  if (samples.length >= length) return samples;
  const padded = new Float32Array(length);
  padded.set(samples);
  return padded;
}
