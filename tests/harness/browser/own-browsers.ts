/** The browsers of one process: others of this machine come and go. */
import { readdirSync, readFileSync } from 'node:fs';

const mark = 'gleaner-browser-';
const everyMs = 200;

export type OwnBrowsers = {
  /** Processes of browsers that `ancestor` started and that still run. */
  running(): number[];
  stop(): void;
};

/** What outlives its parent gets another one, so what was seen below `ancestor` once is remembered. */
export function watchBrowsers(ancestor = process.pid): OwnBrowsers {
  const seen = new Set<number>();
  const running = (): number[] => {
    const parents = parentsOfAll();
    for (const pid of browsersBelow(ancestor, parents)) seen.add(pid);
    return [...seen].filter((pid) => parents.has(pid));
  };
  const timer = setInterval(running, everyMs);
  timer.unref();
  return { running, stop: () => clearInterval(timer) };
}

/** Those that carry the mark, and what they started. */
function browsersBelow(ancestor: number, parents: ReadonlyMap<number, number>): Set<number> {
  const children = Map.groupBy(parents.keys(), (pid) => parents.get(pid) ?? 0);
  const own = new Set([ancestor]);
  for (const one of own) for (const pid of children.get(one) ?? []) own.add(pid);
  own.delete(ancestor);
  const browsers = new Set([...own].filter((pid) => textOf(`/proc/${pid}/cmdline`).includes(mark)));
  for (const one of browsers) for (const pid of children.get(one) ?? []) browsers.add(pid);
  return browsers;
}

/** All living processes; one that has ended and only waits for its parent to notice is none. */
function parentsOfAll(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [, state, parent] = /^\d+ \(.*\) (\S) (\d+)/s.exec(textOf(`/proc/${name}/stat`)) ?? [];
    if (parent !== undefined && state !== 'Z') parents.set(Number(name), Number(parent));
  }
  return parents;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
