import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeSpeech, startFakeSpeech } from '../../tests/harness/models/fake-speech.ts';
import { speechFromEnvironment } from './cli-speech.ts';
import { UsageError } from './command.ts';

const variables = ['SPEECH_BASE_URL', 'SPEECH_API_KEY', 'SPEECH_MODEL', 'SPEECH_PARALLEL'];
const before = variables.map((name) => [name, process.env[name]] as const);
let service: FakeSpeech;
beforeAll(async () => {
  service = await startFakeSpeech();
});
afterEach(() => {
  for (const [name, value] of before)
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
});
afterAll(() => service.close());

async function engineOf(environment: Record<string, string>) {
  for (const name of variables) delete process.env[name];
  Object.assign(process.env, environment);
  const speech = await speechFromEnvironment();
  return speech && (await speech.engineFor(null, new AbortController().signal));
}

test('the command line has no speech service unless its address or its key is set', async () => {
  expect(await engineOf({})).toBeNull();
  expect(await engineOf({ SPEECH_BASE_URL: '', SPEECH_API_KEY: '', SPEECH_MODEL: 'm' })).toBeNull();
  const either: Record<string, string>[] = [{ SPEECH_BASE_URL: 'http://s.example/v1' }, { SPEECH_API_KEY: 'k' }];
  for (const one of either) {
    expect((await engineOf({ ...one, SPEECH_MODEL: 'm' }))?.id).toBe('remote:m');
    for (const model of [{}, { SPEECH_MODEL: '' }] as Record<string, string>[]) {
      const refused = await engineOf({ ...one, ...model }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(UsageError);
      expect((refused as UsageError).message).toBe('set SPEECH_MODEL to the name of the speech model');
    }
  }
});

test('the command line asks the speech service for one to 32 pieces at once, four unless told', async () => {
  const parallelOf = async (said: string | null) =>
    (await engineOf({ SPEECH_API_KEY: 'k', SPEECH_MODEL: 'm', ...(said === null ? {} : { SPEECH_PARALLEL: said }) }))?.parallel;
  const asked = [null, '', 'many', '0', '-3', '1', '7', '32', '33'];
  const given: (number | undefined)[] = [];
  for (const said of asked) given.push(await parallelOf(said));
  expect(given).toEqual([4, 4, 4, 4, 1, 1, 7, 32, 32]);
});

test('the command line sends its key and its model to the address that is set, with or without slashes behind it', async () => {
  const piece = { index: 0, startMs: 0, endMs: 100, pcm: new Uint8Array(3200) };
  const call = { language: null, prompt: '', signal: new AbortController().signal };
  for (const [end, key] of [
    ['', 'k1'],
    ['///', null],
  ] as const) {
    const engine = await engineOf({
      SPEECH_BASE_URL: service.url + end,
      SPEECH_MODEL: 'ear',
      ...(key === null ? {} : { SPEECH_API_KEY: key }),
    });
    await engine?.recognise(piece, call);
    expect(service.requests.at(-1)).toMatchObject({ fields: { model: 'ear' }, authorization: key && `Bearer ${key}` });
  }
  expect(service.requests).toHaveLength(2);
});
