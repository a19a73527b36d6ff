import { readdir, readFile } from 'node:fs/promises';

/** Processes whose command line contains `mark`, and their descendants, ancestors first. */
export async function processTree(mark: string): Promise<number[]> {
  const parents = new Map<number, number>();
  const found: number[] = [];
  for (const name of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    const [stat, command] = await Promise.all([read(`/proc/${name}/stat`), read(`/proc/${name}/cmdline`)]);
    const parent = Number(/^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1] ?? 0);
    parents.set(pid, parent);
    if (command.includes(mark)) found.push(pid);
  }
  const children = Map.groupBy(parents.keys(), (pid) => parents.get(pid) ?? 0);
  const tree = new Set(found);
  for (const pid of tree) for (const child of children.get(pid) ?? []) tree.add(child);
  tree.delete(process.pid);
  return [...tree];
}

/** Resident memory of the processes without shared pages; 0 when unknown. */
export async function residentBytes(mark: string): Promise<number> {
  let pages = 0;
  for (const pid of await processTree(mark)) {
    const [, resident = '0', shared = '0'] = (await read(`/proc/${pid}/statm`)).split(' ');
    pages += Math.max(0, Number(resident) - Number(shared));
  }
  return pages * 4096;
}

async function read(path: string): Promise<string> {
  return await readFile(path, 'utf8').catch(() => '');
}
