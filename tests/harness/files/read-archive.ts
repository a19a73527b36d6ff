/** Everything in an archive of one's data, names included, as one text. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openArchive } from '#features/my-data/server/archive/read-archive.ts';

export async function readArchive(archive: Uint8Array): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-archive-'));
  try {
    const path = join(folder, 'archive.zip');
    writeFileSync(path, archive);
    const opened = await openArchive(path, new AbortController().signal);
    const texts: string[] = [];
    for (const name of opened.names) texts.push(name, await text(await opened.stream(name)));
    opened.close();
    return texts.join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
