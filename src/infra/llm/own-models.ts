/** Models with a user's own key. Only known providers, the server's own one, and two programs on this machine are called. */
import type { LanguageModelPort } from '#engine/ports.ts';
import { AppError, findAppError } from '#lib/app-error.ts';
import { createReplay } from '../guarded-fetch/replay.ts';
import { type Preset, presets } from './catalogue.ts';
import { splitKeys } from './key-ring.ts';
import { type ListLimits, listModels } from './list-models.ts';
import { createLocalFinder, type LocalModelPorts, type LocalServer, localPresets } from './local-servers.ts';
import type { ModelSettings } from './model-settings.ts';
import { settingsFor } from './model-settings.ts';
import type { ModelTimeouts } from './stream-model.ts';

export type OwnModelProvider = {
  id: string;
  name: string;
  host: string;
  model: string;
  /** A program on this machine, which needs no key. */
  local: boolean;
};

export type OwnModels = {
  providers: readonly OwnModelProvider[];
  idOf(provider: string, model: string): string | null;
  /** Null when the provider is not offered. `keys` is comma-separated. */
  open(provider: string, model: string, keys: string, timeouts?: ModelTimeouts): Promise<LanguageModelPort | null>;
  /** Null when the provider gives no list. */
  list(provider: string, keys: string): Promise<string[] | null>;
  findLocal(): Promise<LocalServer[]>;
};

export type OwnModelOptions = {
  configured: ModelSettings | null;
  /** This server answers in place of every known provider. */
  replayFrom: string | null;
  /** Null: programs on this machine are not looked for. */
  local: LocalModelPorts | null;
};

/** `baseUrl` is the URL to call; in a replay it differs from the provider's `address`. */
type Offered = Preset & OwnModelProvider & { address: string; reach: readonly string[] };

const listLimits: ListLimits = { timeoutMs: 8_000, maxBytes: 4_000_000 };
const localLimits: ListLimits = { timeoutMs: 1_500, maxBytes: 1_000_000 };
/** Both programs' default context size. They silently truncate longer requests. */
const localContextTokens = 4_096;

export function createOwnModels(options: OwnModelOptions): OwnModels {
  const { configured } = options;
  const offered = offeredBy(options);
  const find = (id: string) => offered.find((one) => one.id === id);
  const limitsFor = ({ local }: Offered) => (local ? localLimits : listLimits);
  return {
    providers: offered.map(({ id, name, host, model, local }) => ({ id, name, host, model, local })),
    idOf: (provider, model) => (find(provider) ? `${model}@${provider}` : null),
    async open(provider, model, keys, timeouts) {
      const found = find(provider);
      if (!found) return null;
      const known = configured && found.address === configured.baseUrl && model === configured.name ? configured : null;
      const settings = settingsFor({
        provider: found.protocol,
        baseUrl: found.address,
        apiKey: keys,
        name: model,
        contextTokens: found.local ? localContextTokens : known?.contextTokens,
      });
      const { createModel } = await import('./create-model.ts');
      const price = known?.price ?? settings.price ?? null;
      const llm = await createModel({ ...settings, baseUrl: found.baseUrl, reach: found.reach, price }, timeouts);
      return ofOwner({ ...llm, id: `${model}@${provider}` });
    },
    async list(provider, keys) {
      const found = find(provider);
      return found ? listModels(found, splitKeys(keys)[0], limitsFor(found)) : null;
    },
    findLocal: createLocalFinder(
      offered.filter(({ local }) => local),
      (place) => listModels(place, undefined, localLimits),
    ),
  };
}

function offeredBy({ configured, replayFrom, local }: OwnModelOptions): Offered[] {
  const replay = replayFrom === null ? null : createReplay(replayFrom, []);
  const known = presets.map((preset) => {
    const baseUrl = replay ? replay.addressOf(new URL(preset.baseUrl)).href : preset.baseUrl;
    return offer(preset, { baseUrl, reach: replay ? [replay.host] : [] });
  });
  const onThisMachine = (local ? localPresets(local) : []).map((preset) => ({
    ...offer(preset, { reach: [new URL(preset.baseUrl).host] }),
    local: true,
  }));
  if (!configured || known.some(({ address }) => address === configured.baseUrl)) return [...known, ...onThisMachine];
  const { provider: protocol, baseUrl, name: model } = configured;
  const { host, hostname, port, protocol: scheme } = new URL(baseUrl);
  const place = `${hostname}:${port || (scheme === 'https:' ? '443' : '80')}`;
  return [offer({ id: 'server', name: host, protocol, baseUrl, model }, { reach: [place] }), ...known, ...onThisMachine];
}

function offer(preset: Preset, called: { baseUrl?: string; reach: readonly string[] }): Offered {
  return { ...preset, address: preset.baseUrl, host: new URL(preset.baseUrl).host, local: false, ...called };
}

/** Changes errors about the key: it is the user's, not the operator's. */
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
        if (code === 'llm_model_unknown') throw new AppError('own_model_unknown');
        throw error;
      }
    },
  };
}
