/** No address is called but those of known providers and the server's own. */
import type { LanguageModelPort } from '#engine/ports.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { presets } from './catalogue.ts';
import type { ModelSettings } from './model-settings.ts';
import { settingsFor } from './model-settings.ts';

export type OwnModelProvider = {
  id: string;
  name: string;
  host: string;
  model: string;
};

export type OwnModels = {
  providers: readonly OwnModelProvider[];
  idOf(provider: string, model: string): string | null;
  /** Null when the provider is not offered. `keys` is comma-separated. */
  open(provider: string, model: string, keys: string): Promise<LanguageModelPort | null>;
};

export function createOwnModels(configured: ModelSettings | null): OwnModels {
  const offered = presets.map((preset) => ({ ...preset, host: new URL(preset.baseUrl).host }));
  if (configured && !offered.some(({ baseUrl }) => baseUrl === configured.baseUrl)) {
    const { host } = new URL(configured.baseUrl);
    offered.unshift({
      id: 'server',
      name: host,
      host,
      protocol: configured.provider,
      baseUrl: configured.baseUrl,
      model: configured.name,
    });
  }
  const find = (id: string) => offered.find((one) => one.id === id);
  return {
    providers: offered.map(({ id, name, host, model }) => ({ id, name, host, model })),
    idOf: (provider, model) => (find(provider) ? `${model}@${provider}` : null),
    async open(provider, model, keys) {
      const found = find(provider);
      if (!found) return null;
      const known = configured && found.baseUrl === configured.baseUrl && model === configured.name ? configured : null;
      const settings = settingsFor({
        provider: found.protocol,
        baseUrl: found.baseUrl,
        apiKey: keys,
        name: model,
        contextTokens: known?.contextTokens,
      });
      const { createModel } = await import('./create-model.ts');
      const llm = await createModel({ ...settings, price: known?.price ?? settings.price ?? null });
      return ofOwner({ ...llm, id: `${model}@${provider}` });
    },
  };
}

/** A refused key of a user is not for the operator to fix. */
function ofOwner(llm: LanguageModelPort): LanguageModelPort {
  return {
    ...llm,
    async *stream(request) {
      try {
        yield* llm.stream(request);
      } catch (error) {
        const code = findAppError(error)?.code;
        if (code === 'llm_unauthorized') throw new AppError('own_key_refused');
        if (code === 'llm_quota') throw new AppError('own_key_quota');
        throw error;
      }
    },
  };
}
