/** `var name = {…};`, `window["name"] = {…}`, `name.set({…})`. */

const mostTries = 20;

/** The first JSON object assigned to `name` or passed to `name(`. Braces inside strings are not counted. */
export function objectInPage(html: string, name: string): unknown {
  let from = 0;
  for (let tries = 0; tries < mostTries; tries++) {
    const at = html.indexOf(name, from);
    if (at < 0) return undefined;
    from = at + name.length;
    const open = /^["'\]\s]{0,4}(?:=|\()\s{0,8}(?=\{)/.exec(html.slice(from, from + 24));
    if (!open) continue;
    const start = from + open[0].length;
    const end = endOfObject(html, start);
    const value = end === null ? undefined : parsed(html.slice(start, end));
    if (value !== undefined) return value;
  }
  return undefined;
}

function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b) depth++;
    else if (code === 0x7d && --depth === 0) return at + 1;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const mostNodes = 400_000;

/** Yields the values of any of `keys` at any depth, but does not search inside them. */
export function* valuesOf(root: unknown, ...keys: string[]): Generator<unknown> {
  const stack: unknown[] = [root];
  for (let nodes = 0; stack.length > 0 && nodes < mostNodes; nodes++) {
    const node = stack.pop();
    if (Array.isArray(node)) for (let index = node.length - 1; index >= 0; index--) stack.push(node[index]);
    else if (isRecord(node)) {
      const key = keys.find((candidate) => candidate in node);
      if (key !== undefined) yield node[key];
      else for (const name of Object.keys(node).reverse()) stack.push(node[name]);
    }
  }
}

export function* listsIn(root: unknown): Generator<unknown[]> {
  const stack: unknown[] = [root];
  for (let nodes = 0; stack.length > 0 && nodes < mostNodes; nodes++) {
    const node = stack.pop();
    const isList = Array.isArray(node);
    if (isList) yield node;
    const children = isList ? (node as unknown[]) : isRecord(node) ? Object.values(node) : [];
    for (let index = children.length - 1; index >= 0; index--) stack.push(children[index]);
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function at(root: unknown, ...path: (string | number)[]): unknown {
  let node = root;
  for (const step of path) {
    if (typeof step === 'number') node = Array.isArray(node) ? (node as unknown[])[step] : undefined;
    else node = isRecord(node) ? node[step] : undefined;
  }
  return node;
}

/** A string, `{simpleText}`, `{content}` or `{runs: [{text}]}`. */
export function textOf(value: unknown): string | null {
  const runs = at(value, 'runs');
  const text = Array.isArray(runs)
    ? runs.map((run: unknown) => stringOf(at(run, 'text')) ?? '').join('')
    : (stringOf(value) ?? stringOf(at(value, 'simpleText')) ?? stringOf(at(value, 'content')));
  return text === null || text.trim() === '' ? null : text.trim();
}

export function stringOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}(?:\.\d{1,6})?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}
