import type { SpeechPort } from '#engine/ports.ts';
import { UsageError } from './command.ts';

/** The speech service set by the environment variables, which the server reads too; null when none is set. */
export async function speechFromEnvironment(): Promise<SpeechPort | null> {
  const { SPEECH_BASE_URL: baseUrl, SPEECH_API_KEY: apiKey, SPEECH_MODEL: model, SPEECH_PARALLEL: parallel } = process.env;
  if (!baseUrl && !apiKey) return null;
  if (!model) throw new UsageError('set SPEECH_MODEL to the name of the speech model');
  const { createSpeech } = await import('#infra/speech/create-speech.ts');
  return createSpeech({
    remote: {
      baseUrl: (baseUrl || 'https://api.openai.com/v1').replace(/(?<!\/)\/+$/, ''),
      apiKey: apiKey || null,
      model,
      parallel: Math.min(32, Math.max(1, Number(parallel) || 4)),
    },
    local: null,
  });
}
