import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const names = /^gleaner-(?:yt-|browser-|lent-|cli-|[0-9a-f-]{36}\.jsonl$)/;
const abandonedMs = 12 * 60 * 60_000;

export async function removeTempLeftovers(folders: readonly string[] = [...new Set([tmpdir(), '/tmp'])]): Promise<number> {
  let removed = 0;
  for (const folder of folders) {
    for (const name of (await readdir(folder).catch(() => [])).filter((found) => names.test(found))) {
      const path = join(folder, name);
      const found = await lstat(path).catch(() => null);
      const ours = process.getuid === undefined || found?.uid === process.getuid();
      if (!found || !ours || Date.now() - found.mtimeMs < abandonedMs) continue;
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
      removed++;
    }
  }
  return removed;
}
