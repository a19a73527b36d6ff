/** An answer of a site with some of its fields changed, as tables of cases write it. */

type Node = Record<string, unknown>;

/** `changes`: `path = JSON` or `path = absent`, several with ` ; ` between them; a number in a path counts in a list. */
export function changedAnswer(whole: string, changes: string): unknown {
  const root = JSON.parse(whole) as Node;
  for (const change of changes.split(' ; ').filter((part) => part.includes(' = '))) {
    const at = change.indexOf(' = ');
    const steps = change.slice(0, at).trim().split('.');
    const value = change.slice(at + 3);
    const last = steps.pop() ?? '';
    let node = root;
    for (const step of steps) {
      const next = node[step];
      if (typeof next !== 'object' || next === null) throw new Error(`The answer has no ${change}`);
      node = next as Node;
    }
    if (value === 'absent') delete node[last];
    else node[last] = JSON.parse(value);
  }
  return root;
}

/** The fields of `now` that are not as in `usual`, each with its value; several objects are told apart by their place. */
export function differences(now: unknown, usual: unknown): string {
  const found = [...differing(now, usual, '')];
  return found.length === 0 ? 'the same' : found.join(', ');
}

function* differing(now: unknown, usual: unknown, path: string): Generator<string> {
  if (JSON.stringify(now) === JSON.stringify(usual)) return;
  if (!isNode(now) || !isNode(usual)) {
    yield `${path || 'all'} ${JSON.stringify(now) ?? 'absent'}`;
    return;
  }
  for (const key of new Set([...Object.keys(usual), ...Object.keys(now)]))
    yield* differing(now[key], usual[key], path === '' ? key : `${path}.${key}`);
}

/** Lists of another length are shown whole. */
function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
