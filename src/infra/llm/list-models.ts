import { z } from 'zod';
import { createPinnedFetch } from '../guarded-fetch/pinned-fetch.ts';
import type { ProviderId } from './catalogue.ts';

export type ListedFrom = { protocol: ProviderId; baseUrl: string; reach: readonly string[] };

export type ListLimits = { timeoutMs: number; maxBytes: number };

const mostModels = 500;

const zOpenAiList = z.object({ data: z.array(z.object({ id: z.string() })) });
const zGoogleList = z.object({
  models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).optional() })),
});

/** Models that do not write text. */
const otherWork = /embed|whisper|tts|audio|realtime|image|dall-e|moderation|transcri|rerank|speech|video|sora|imagen|veo-/i;
const plausible = /^[\x21-\x7e]{1,120}$/;

/** Sorted names; null when the provider gives no readable list. */
export async function listModels(
  { protocol, baseUrl, reach }: ListedFrom,
  key: string | undefined,
  { timeoutMs, maxBytes }: ListLimits,
): Promise<string[] | null> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const query = protocol === 'google' ? '?pageSize=1000' : protocol === 'anthropic' ? '?limit=1000' : '';
  try {
    const fetch = createPinnedFetch(baseUrl, reach);
    const response = await fetch(`${baseUrl}/models${query}`, { headers: headersFor(protocol, key), signal: timeout });
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      return null;
    }
    return namesIn(JSON.parse(await readText(response.body, maxBytes)));
  } catch {
    return null;
  }
}

function headersFor(protocol: ProviderId, key: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  if (protocol === 'google') return { 'x-goog-api-key': key };
  if (protocol === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return { authorization: `Bearer ${key}` };
}

function namesIn(answer: unknown): string[] | null {
  const google = zGoogleList.safeParse(answer).data?.models;
  const names = google
    ? google
        .filter(({ supportedGenerationMethods: methods }) => methods === undefined || methods.includes('generateContent'))
        .map(({ name }) => name.replace(/^models\//, ''))
    : zOpenAiList.safeParse(answer).data?.data.map(({ id }) => id);
  if (!names) return null;
  const usable = names.filter((name) => plausible.test(name) && !otherWork.test(name));
  return [...new Set(usable)].sort().slice(0, mostModels);
}

/** Leaving the loop closes the connection. */
async function readText(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of body) {
    total += chunk.byteLength;
    if (total > maxBytes) throw new RangeError('a list without end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
