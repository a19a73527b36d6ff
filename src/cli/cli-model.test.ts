import { expect, test } from 'vitest';
import { modelFromVariables } from './cli-model.ts';
import { UsageError } from './command.ts';

const refusalOf = (environment: NodeJS.ProcessEnv) =>
  modelFromVariables(environment).then(
    () => null,
    (error: unknown) => (error instanceof UsageError ? error.message : error),
  );

test('SUM-08 the command line takes its model from the variables of the server, and empty ones are none', async () => {
  expect(await modelFromVariables({})).toBeNull();
  expect(await modelFromVariables({ OPENAI_API_KEY: ' ', ANTHROPIC_API_KEY: '', MODEL_PRICE_INPUT: ' ' })).toBeNull();
  const made = await modelFromVariables({
    OPENAI_BASE_URL: 'http://o.example ',
    OPENAI_MODEL: ' m ',
    OPENAI_CONTEXT_TOKENS: '7000',
  });
  expect(made).toMatchObject({ id: 'm', contextTokens: 7000 });
  const other = { ANTHROPIC_API_KEY: 'a', ANTHROPIC_MODEL: 'unheard-of', GOOGLE_API_KEY: 'g', GOOGLE_MODEL: 'new' };
  expect(await modelFromVariables({ ...other, MODEL_CONTEXT_TOKENS: '8000' })).toMatchObject({
    id: 'unheard-of',
    contextTokens: 8000,
  });
  expect(await modelFromVariables({ ...other, MODEL_PROVIDER: 'google', MODEL_CONTEXT_TOKENS: 'many' })).toMatchObject({
    ...{ id: 'new', contextTokens: 128_000 },
  });
});

test('SUM-08 the command line names the variable that is wrong or missing', async () => {
  expect(await refusalOf({ MODEL_PROVIDER: 'nobody' })).toBe(
    'MODEL_PROVIDER must be one of openai, anthropic, google, openai-compatible',
  );
  expect(await refusalOf({ OPENAI_API_KEY: 'k' })).toBe('set OPENAI_MODEL, or use --model-free');
  const server = { OPENAI_BASE_URL: 'http://o.example', OPENAI_MODEL: 'm' };
  const amounts = ['MODEL_PRICE_INPUT', 'MODEL_PRICE_CACHED_INPUT', 'MODEL_PRICE_OUTPUT', 'MODEL_COST_LIMIT'];
  for (const name of amounts)
    for (const wrong of ['-1', 'cheap', 'Infinity'])
      expect(await refusalOf({ ...server, [name]: wrong })).toBe(`${name} must be an amount in US dollars`);
  expect(await refusalOf({ ...server, MODEL_PRICE_INPUT: '1' })).toBe('set MODEL_PRICE_OUTPUT, or use --model-free');
  expect(await refusalOf({ ...server, MODEL_PRICE_OUTPUT: '1' })).toBe('set MODEL_PRICE_INPUT, or use --model-free');
  expect(await refusalOf({ ...server, MODEL_COST_LIMIT: '1' })).toBe('set MODEL_PRICE_INPUT, or use --model-free');
  expect(await refusalOf({ ...server, MODEL_COST_LIMIT: '0' })).toBeNull();
  expect(await refusalOf({ ...server, MODEL_COST_LIMIT: '1', MODEL_PRICE_INPUT: '0', MODEL_PRICE_OUTPUT: '2' })).toBeNull();
});
