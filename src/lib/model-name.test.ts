import { expect, test } from 'vitest';
import { modelName } from './model-name.ts';

test.each([
  ['qwen3:8b@ollama', 'qwen3:8b'],
  ['house-model@lm-studio', 'house-model'],
  ['gpt-x', 'gpt-x'],
  ['@cf/meta/llama-3', '@cf/meta/llama-3'],
  ['@cf/meta/llama-3@cloud', '@cf/meta/llama-3'],
  ['', ''],
])('SUM-15 the model %j is called %j', (id, name) => {
  expect(modelName(id)).toBe(name);
});
