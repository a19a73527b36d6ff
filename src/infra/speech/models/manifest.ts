/** Known speech models, fetched from their publishers at a fixed revision and verified by hash. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import { type ModelFile, type SpeechModel, zSpeechModel } from './model.ts';

const senseVoiceAt =
  'csukuangfj/sherpa-onnx-sense-voice-zh-en-ja-ko-yue-2024-07-17/resolve/2365baeacb507f821a0c8120fcee3d484dba7a07';
const whisperAt = 'ggerganov/whisper.cpp/resolve/5359861c739e955e79d9a303bcbc70fb988958b1';

function onHub(path: string): string[] {
  return [`https://huggingface.co/${path}`, `https://hf-mirror.com/${path}`];
}

function whisper(id: string, name: string, file: Omit<ModelFile, 'urls'>): SpeechModel {
  return {
    id,
    name,
    engine: 'whisper',
    languages: null,
    licence: { name: 'MIT', url: 'https://github.com/openai/whisper/blob/main/LICENSE' },
    parts: { model: file.name },
    files: [{ ...file, urls: onHub(`${whisperAt}/${file.name}`) }],
  };
}

export const knownModels: readonly SpeechModel[] = [
  {
    id: 'sense-voice',
    name: 'SenseVoice Small',
    engine: 'sense-voice',
    languages: ['zh', 'yue', 'en', 'ja', 'ko'],
    licence: { name: 'FunASR Model License 1.1', url: 'https://github.com/modelscope/FunASR/blob/main/MODEL_LICENSE' },
    parts: { model: 'model.int8.onnx', tokens: 'tokens.txt', vad: 'silero_vad.onnx' },
    files: [
      {
        name: 'tokens.txt',
        bytes: 315_894,
        sha256: 'f449eb28dc567533d7fa59be34e2abca8784f771850c78a47fb731a31429a1dc',
        urls: onHub(`${senseVoiceAt}/tokens.txt`),
      },
      {
        name: 'silero_vad.onnx',
        bytes: 643_854,
        sha256: '9e2449e1087496d8d4caba907f23e0bd3f78d91fa552479bb9c23ac09cbb1fd6',
        urls: ['https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models/silero_vad.onnx'],
      },
      {
        name: 'model.int8.onnx',
        bytes: 239_233_841,
        sha256: 'c71f0ce00bec95b07744e116345e33d8cbbe08cef896382cf907bf4b51a2cd51',
        urls: onHub(`${senseVoiceAt}/model.int8.onnx`),
      },
    ],
  },
  whisper('whisper-large-v3-turbo', 'Whisper large-v3 turbo', {
    name: 'ggml-large-v3-turbo-q5_0.bin',
    bytes: 574_041_195,
    sha256: '394221709cd5ad1f40c46e6031ca61bce88931e6e088c188294c6d5a55ffa7e2',
  }),
  whisper('whisper-small', 'Whisper small', {
    name: 'ggml-small-q5_1.bin',
    bytes: 190_085_487,
    sha256: 'ae85e4a935d7a567bd102fe55afc16bb595bdb618e11b2fc7591bc08120411bb',
  }),
  whisper('whisper-base', 'Whisper base', {
    name: 'ggml-base.bin',
    bytes: 147_951_465,
    sha256: '60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe',
  }),
];

/** The default for languages that need Whisper; fast enough without a graphics card. */
export const defaultWhisper = 'whisper-small';

/** Known models and those of a JSON file `{"models": [...]}`, which take precedence. Errors: `config_invalid`. */
export function withModelsOf(path: string | null): readonly SpeechModel[] {
  if (path === null) return knownModels;
  try {
    const { models } = z.object({ models: z.array(zSpeechModel) }).parse(JSON.parse(readFileSync(path, 'utf8')));
    return [...knownModels.filter(({ id }) => !models.some((model) => model.id === id)), ...models];
  } catch (cause) {
    throw new AppError('config_invalid', {
      cause,
      params: { variable: 'SPEECH_MODEL_MANIFEST' },
      detail: 'SPEECH_MODEL_MANIFEST: not a readable list of models',
    });
  }
}

export function totalBytesOf(model: SpeechModel): number {
  return model.files.reduce((sum, { bytes }) => sum + bytes, 0);
}
