/** A language model port that answers from a script: each call takes the next answer, or the last one again. */
import type { LanguageModelPort } from '#engine/ports.ts';

export type Answer = { text: string; finish?: 'stop' | 'length' | 'other' } | { error: unknown };
export type Call = { instructions: string; prompt: string };
export type ScriptedRequest = Parameters<LanguageModelPort['stream']>[0];

export function createScriptedLlm(
  answer: (call: Call, index: number) => Answer,
  options: { contextTokens?: number; maxOutputTokens?: number; chunk?: number } = {},
) {
  const calls: Call[] = [];
  const requests: ScriptedRequest[] = [];
  const llm: LanguageModelPort = {
    id: 'scripted',
    contextTokens: options.contextTokens ?? 128_000,
    ...(options.maxOutputTokens === undefined ? {} : { maxOutputTokens: options.maxOutputTokens }),
    async *stream(request) {
      const { instructions, prefix, prompt, signal } = request;
      signal.throwIfAborted();
      requests.push(request);
      const call = { instructions, prompt: prefix === undefined ? prompt : `${prefix}\n\n${prompt}` };
      calls.push(call);
      const next = answer(call, calls.length - 1);
      if ('error' in next) throw next.error;
      const size = options.chunk ?? 17;
      for (let at = 0; at < next.text.length; at += size) {
        signal.throwIfAborted();
        yield { type: 'text', text: next.text.slice(at, at + size) };
      }
      yield { type: 'finish', reason: next.finish ?? 'stop', inputTokens: null, outputTokens: null };
    },
  };
  return { llm, calls, requests };
}

/** Numbers of the lines that a prompt shows. */
export function linesIn(prompt: string): number[] {
  return [...prompt.matchAll(/^L(\d+) /gm)].map((match) => Number(match[1]));
}

/** A well-behaved answer: two sections over the lines shown, abstract and tags when they are asked for. */
export function goodAnswer({ prompt }: Call): Answer {
  if (prompt.includes('These are the finished sections')) return { text: '> The whole in brief.\n\n#talk #science #论坛' };
  const lines = linesIn(prompt);
  const first = lines[0] ?? 0;
  const middle = lines[Math.floor(lines.length / 2)] ?? first;
  const last = lines.at(-1) ?? first;
  const sections = `## Part from ${first} [L${first}]\n- Point about ${first}. [L${first}-L${Math.min(first + 2, last)}]\n\n## Part from ${middle} [L${middle}]\n- Point about ${last}. [L${last}]\n`;
  return { text: prompt.includes('Task: the whole note') ? `> In brief.\n\n${sections}\n#one #two` : sections };
}
