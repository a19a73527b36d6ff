/** https://docs.lemonsqueezy.com/api/license-api. It takes keys of any store, so store, product and mode are checked here. */
import { z } from 'zod';
import type { GuardedFetch } from '#engine/ports.ts';
import { AppError, toAppError } from '#lib/app-error.ts';
import type { LicenseVendor } from './license-vendor.ts';

const endpoint = 'https://api.lemonsqueezy.com/v1/licenses';
const mostAnswerMs = 10_000;
const answerBytes = 256 * 1024;
const form = /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i;

export type LemonSqueezySettings = {
  storeId: number;
  /** Seconds by product id or variant id. */
  products: Readonly<Record<string, number>>;
  /** Accept keys of the store's test mode, and only those. */
  testMode: boolean;
};

const zAnswer = z.object({
  valid: z.boolean().optional(),
  activated: z.boolean().optional(),
  error: z.string().nullish(),
  license_key: z
    .object({
      id: z.number().int(),
      key: z.string().optional(),
      status: z.enum(['inactive', 'active', 'expired', 'disabled']),
      activation_limit: z.number().int().nullable(),
      activation_usage: z.number().int(),
      test_mode: z.boolean().default(false),
    })
    .nullish(),
  instance: z.object({ name: z.string() }).nullish(),
  meta: z
    .object({
      store_id: z.number().int(),
      order_id: z.number().int(),
      product_id: z.number().int(),
      variant_id: z.number().int(),
      product_name: z.string().default(''),
    })
    .nullish(),
});
type Answer = z.infer<typeof zAnswer>;

export function createLemonSqueezy(
  settings: LemonSqueezySettings,
  fetch: GuardedFetch,
  { answerMs = mostAnswerMs } = {},
): LicenseVendor {
  async function ask(action: 'validate' | 'activate', fields: Record<string, string>, signal: AbortSignal): Promise<Answer> {
    try {
      const response = await fetch(`${endpoint}/${action}`, {
        ...{ signal, method: 'POST', timeoutMs: answerMs, maxBytes: answerBytes },
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
      const text = Buffer.from(await response.bytes()).toString('utf8');
      // Refusals have status 400, 404 or 422 and a body in the same shape.
      if (response.status >= 500 || response.status === 429) throw unavailable(`status ${response.status}`);
      return zAnswer.parse(JSON.parse(text));
    } catch (error) {
      if (signal.aborted) throw new AppError('cancelled', { cause: signal.reason });
      const { code } = toAppError(error);
      throw code === 'license_unavailable' ? error : unavailable(code);
    }
  }

  return {
    id: 'lemon-squeezy',
    issues: (key) => form.test(key),
    async look(key, signal) {
      const { valid, license_key: known, meta } = await ask('validate', { license_key: key }, signal);
      if (known && !isAbout(key, known)) throw unavailable('an answer about another key');
      const seconds = meta && (settings.products[meta.variant_id] ?? settings.products[meta.product_id]);
      const isOurs = meta?.store_id === settings.storeId && known?.test_mode === settings.testMode;
      if (!known || !meta || !isOurs || !seconds) throw new AppError('license_invalid');
      if (known.status === 'expired') throw new AppError('license_expired');
      if (known.status === 'disabled' || valid !== true)
        throw new AppError('license_invalid', { detail: 'refused by the store' });
      const { activation_limit: limit, activation_usage: uses, id } = known;
      const facts = { reference: String(id), order: String(meta.order_id), product: meta.product_name, seconds };
      return { facts, uses, usable: limit === null || uses < limit };
    },
    async activate(key, name, signal) {
      const answer = await ask('activate', { license_key: key, instance_name: name }, signal);
      const { activated, license_key: known, instance } = answer;
      // It is then unknown whether the key was activated; the caller checks.
      if ((known && !isAbout(key, known)) || (instance && instance.name !== name))
        throw unavailable('an answer to another request');
      if (activated !== true) throw new AppError('license_used');
    },
  };
}

function isAbout(key: string, known: { key?: string | undefined }): boolean {
  return known.key === undefined || known.key.toUpperCase() === key.toUpperCase();
}

/** Leaves out the vendor's message, which may repeat the key. */
function unavailable(detail: string): AppError {
  return new AppError('license_unavailable', { detail, retry: {} });
}
