/** The license API of a store, as its documentation describes it: it keeps count of activations. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Replay } from './replay.ts';

export type StoreKey = {
  id: number;
  storeId: number;
  productId: number;
  limit: number | null;
  testMode?: boolean;
  status?: 'inactive' | 'active' | 'expired' | 'disabled';
};

export type FakeStore = {
  sell(key: string, about: StoreKey): void;
  activations(key: string): number;
  /** What happens to the next activations, in order: their answer is lost, or never comes, after or before they were made. */
  faults: ('lost after' | 'lost before' | 'hangs after' | 'down')[];
  /** What happens to the next validations, in order. */
  validations: ('fine' | 'down')[];
  /** Somebody between the store and the server. */
  forge: ((action: 'validate' | 'activate', answer: StoreAnswer) => object) | null;
};

export type StoreAnswer = ReturnType<typeof answerOf>;

function answerOf(key: string, known: (StoreKey & { uses: number }) | undefined) {
  if (!known) return { license_key: null, meta: null };
  const { id, storeId, productId, limit, uses, testMode = false, status = 'active' } = known;
  return {
    license_key: { id, status, key, activation_limit: limit, activation_usage: uses, test_mode: testMode },
    meta: {
      store_id: storeId,
      order_id: 9000 + id,
      product_id: productId,
      variant_id: 10 * productId,
      product_name: 'Ten hours',
    },
  };
}

export function addLemonSqueezy(internet: Pick<Replay, 'on'>): FakeStore {
  const keys = new Map<string, StoreKey & { uses: number }>();
  const store: FakeStore = {
    faults: [],
    validations: [],
    forge: null,
    sell: (key, about) => void keys.set(key, { ...about, uses: 0 }),
    activations: (key) => keys.get(key)?.uses ?? 0,
  };

  const answerFor = (key: string) => answerOf(key, keys.get(key));
  const forged = (action: 'validate' | 'activate', key: string) =>
    store.forge ? store.forge(action, answerFor(key)) : answerFor(key);

  function say(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async function fieldsOf(request: IncomingMessage): Promise<URLSearchParams> {
    return new URLSearchParams(await text(request));
  }

  internet.on('https://api.lemonsqueezy.com/v1/licenses/validate', async (request, response) => {
    const key = (await fieldsOf(request)).get('license_key') ?? '';
    if (store.validations.shift() === 'down') return say(response, 503, {});
    const answer = answerFor(key);
    const valid = answer.license_key?.status === 'active' || answer.license_key?.status === 'inactive';
    say(response, valid ? 200 : 400, {
      valid,
      error: valid ? null : 'license_key not found.',
      instance: null,
      ...forged('validate', key),
    });
  });
  internet.on('https://api.lemonsqueezy.com/v1/licenses/activate', async (request, response) => {
    const fields = await fieldsOf(request);
    const key = fields.get('license_key') ?? '';
    const fault = store.faults.shift();
    if (fault === 'down') return say(response, 503, {});
    const known = keys.get(key);
    const isFull = !known || (known.limit !== null && known.uses >= known.limit);
    if (known && !isFull && fault !== 'lost before') known.uses++;
    if (fault === 'hangs after') return;
    if (fault !== undefined) {
      response.destroy();
      await once(response, 'close').catch(() => undefined);
      return;
    }
    const error = isFull ? 'This license key has reached the activation limit.' : null;
    const instance = isFull ? null : { id: '47596ad9', name: fields.get('instance_name') };
    say(response, isFull ? 400 : 200, { activated: !isFull, error, instance, ...forged('activate', key) });
  });
  return store;
}
