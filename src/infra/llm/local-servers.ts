/** Model servers on this machine. Only their two addresses may be called, and only if this server is for this machine alone. */
import type { Preset } from './catalogue.ts';

/** TCP ports; null: not looked for. */
export type LocalModelPorts = { ollama: number | null; lmStudio: number | null };

export type LocalServer = { id: string; name: string; host: string; models: string[] };

const loopback = '127.0.0.1';
const KEPT_MS = 3_000;

export function localPresets({ ollama, lmStudio }: LocalModelPorts): Preset[] {
  const at = (id: string, name: string, port: number | null): Preset[] =>
    port === null ? [] : [{ id, name, protocol: 'openai-compatible', baseUrl: `http://${loopback}:${port}/v1`, model: '' }];
  return [...at('ollama', 'Ollama', ollama), ...at('lm-studio', 'LM Studio', lmStudio)];
}

/** Finds servers that answer with at least one model. Concurrent calls share one search. */
export function createLocalFinder<Place extends { id: string; name: string; host: string }>(
  places: readonly Place[],
  list: (place: Place) => Promise<string[] | null>,
): () => Promise<LocalServer[]> {
  let look: { at: number; found: Promise<LocalServer[]> } | null = null;
  return () => {
    if (look === null || performance.now() - look.at > KEPT_MS) look = { at: performance.now(), found: lookAll(places, list) };
    return look.found;
  };
}

async function lookAll<Place extends { id: string; name: string; host: string }>(
  places: readonly Place[],
  list: (place: Place) => Promise<string[] | null>,
): Promise<LocalServer[]> {
  const found = await Promise.all(
    places.map(async (place) => ({ id: place.id, name: place.name, host: place.host, models: (await list(place)) ?? [] })),
  );
  return found.filter(({ models }) => models.length > 0);
}
