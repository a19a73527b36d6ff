import { expect, test } from 'vitest';
import type { FetchOptions, GuardedFetch } from '#engine/ports.ts';
import { AppError } from '#lib/app-error.ts';
import { createLemonSqueezy } from './lemon-squeezy.ts';

const key = '38B1460A-5104-4067-A91D-77B872934D51';
const settings = { storeId: 7, products: { '30': 3600, '41': 7200, '50': 0 }, testMode: false };
const { signal } = new AbortController();

const licenseKey = {
  id: 5,
  key: key.toLowerCase(),
  status: 'active',
  activation_limit: 3,
  activation_usage: 2,
  test_mode: false,
};
const meta = { store_id: 7, order_id: 8, product_id: 30, variant_id: 40, product_name: 'An hour' };
const answerWith = (license: object = {}, about: object = {}, rest: object = {}) => ({
  ...{ valid: true, license_key: { ...licenseKey, ...license }, meta: { ...meta, ...about } },
  ...rest,
});

/** A fake of the vendor's API that records the requests. */
function storeThat(answers: { status?: number; text: string } | Error) {
  const asked: [string, FetchOptions][] = [];
  const fetch: GuardedFetch = async (url, options) => {
    asked.push([url, options]);
    if (answers instanceof Error) throw answers;
    const bytes = async () => Buffer.from(answers.text);
    return {
      status: answers.status ?? 200,
      url,
      headers: new Headers(),
      body: (async function* () {})(),
      bytes,
      cancel: async () => {},
    };
  };
  return { asked, vendor: createLemonSqueezy(settings, fetch) };
}
const json = (value: unknown, status = 200) => ({ status, text: JSON.stringify(value) });
const look = (value: unknown, status = 200) => storeThat(json(value, status)).vendor.look(key, signal);

test('ACC-06 a key of the store says what was bought, by its variant before its product', async () => {
  const { vendor, asked } = storeThat(json(answerWith()));
  const facts = { reference: '5', order: '8', product: 'An hour', seconds: 3600 };
  expect(await vendor.look(key, signal)).toEqual({ facts, uses: 2, usable: true });
  expect(asked).toEqual([
    [
      'https://api.lemonsqueezy.com/v1/licenses/validate',
      {
        ...{ signal, method: 'POST', timeoutMs: 10_000, maxBytes: 256 * 1024, body: `license_key=${key}` },
        headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
  ]);
  expect((await look(answerWith({}, { variant_id: 41 }))).facts.seconds).toBe(7200);
  expect(await look(answerWith({ activation_usage: 3 }))).toMatchObject({ uses: 3, usable: false });
  expect(await look(answerWith({ activation_limit: null, activation_usage: 30 }))).toMatchObject({ uses: 30, usable: true });
  expect(await look(answerWith({ key: undefined, status: 'inactive' }))).toMatchObject({ usable: true });
  expect((await look(answerWith({}, { product_name: undefined }))).facts.product).toBe('');
  expect(await look(answerWith({ test_mode: undefined }))).toMatchObject({ uses: 2, usable: true });
  expect([key, key.toLowerCase(), `${key}1`, `1${key}`, key.slice(1), 'GLN1.a.b'].map((one) => vendor.issues(one))).toEqual([
    ...[true, true, false, false, false, false],
  ]);
});

test.each<[why: string, answer: object, code: string]>([
  ['of another store', answerWith({}, { store_id: 8 }), 'license_invalid'],
  ['of a store in test mode', answerWith({ test_mode: true }), 'license_invalid'],
  ['of something else in the store', answerWith({}, { product_id: 31 }), 'license_invalid'],
  ['of something without time', answerWith({}, { product_id: 50 }), 'license_invalid'],
  ['that nobody issued', { valid: false, error: 'not found', license_key: null, meta: null }, 'license_invalid'],
  ['without a purchase', { ...answerWith(), meta: null }, 'license_invalid'],
  ['that is over', answerWith({ status: 'expired' }, {}, { valid: false }), 'license_expired'],
  ['that was given back', answerWith({ status: 'disabled' }), 'license_invalid'],
  ['that is refused', answerWith({}, {}, { valid: false }), 'license_invalid'],
  ['that is not said to be good', answerWith({}, {}, { valid: undefined }), 'license_invalid'],
  ['other than the one that was asked about', answerWith({ key: key.replace('3', '4') }), 'license_unavailable'],
  ['in another shape', { license_key: { id: 'five' } }, 'license_unavailable'],
])('ACC-06 a key %s gives no time', async (_why, answer, code) => {
  await expect(look(answer)).rejects.toMatchObject({ code });
  await expect(look(answer, 404)).rejects.toMatchObject({ code });
});

test('ACC-06 a store that does not answer says nothing about a key, and may be asked again', async () => {
  for (const [answer, detail] of [
    [json(answerWith(), 500), 'status 500'],
    [json(answerWith(), 429), 'status 429'],
    [{ text: 'no JSON' }, 'internal'],
    [new AppError('fetch_timed_out'), 'fetch_timed_out'],
    [new Error(`broken ${key}`), 'internal'],
  ] as const) {
    const error = await storeThat(answer)
      .vendor.look(key, signal)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'license_unavailable', message: `license_unavailable: ${detail}`, retry: {} });
    expect(JSON.stringify([error, String(error)])).not.toContain(key);
  }
  const gone = AbortSignal.abort(new Error('left'));
  await expect(storeThat(new AppError('cancelled')).vendor.look(key, gone)).rejects.toMatchObject({
    ...{ code: 'cancelled', cause: gone.reason },
  });
});

test('ACC-06 an answer about something else, or a refusal by the store, says so to the operator', async () => {
  for (const [answer, message] of [
    [answerWith({ key: key.replace('3', '4') }), 'license_unavailable: an answer about another key'],
    [answerWith({}, {}, { valid: false }), 'license_invalid: refused by the store'],
    [answerWith({}, { store_id: 8 }), 'license_invalid'],
  ] as const)
    await expect(look(answer)).rejects.toMatchObject({ message });
  const other = storeThat(json(answerWith({}, {}, { activated: true, instance: { name: 'grant 2' } })));
  await expect(other.vendor.activate(key, 'grant 1', signal)).rejects.toMatchObject({
    ...{ message: 'license_unavailable: an answer to another request', retry: {} },
  });
});

test('ACC-06 a key is activated once under its name, and an answer about anything else does not count', async () => {
  const activate = (value: object) => {
    const { vendor, asked } = storeThat(json(value));
    return vendor.activate(key, 'grant 1', signal).then(() => asked);
  };
  const [[url, options] = []] = await activate(answerWith({}, {}, { activated: true, instance: { name: 'grant 1' } }));
  expect([url, options?.body]).toEqual([
    'https://api.lemonsqueezy.com/v1/licenses/activate',
    `license_key=${key}&instance_name=grant+1`,
  ]);
  await activate({ activated: true });
  for (const refused of [{ activated: false }, {}, answerWith({}, {}, { activated: false })])
    await expect(activate(refused)).rejects.toMatchObject({ code: 'license_used' });
  for (const other of [
    answerWith({}, {}, { activated: true, instance: { name: 'grant 2' } }),
    answerWith({ key: key.replace('3', '4') }, {}, { activated: true, instance: { name: 'grant 1' } }),
    { activated: false, instance: { name: 'grant 2' } },
  ])
    await expect(activate(other)).rejects.toMatchObject({ code: 'license_unavailable' });
});
