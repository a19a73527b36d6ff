import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Fixed folders of helper programs, because children do not inherit PATH. */
const folders =
  process.platform === 'win32'
    ? ['C:\\Windows\\System32', 'C:\\Program Files\\ffmpeg\\bin', 'C:\\ffmpeg\\bin']
    : ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin', '/opt/homebrew/bin', '/usr/local/sbin'];

export const toolPath = folders.join(delimiter);

const found = new Map<string, string | null>();

export function findTool(name: string): string | null {
  const known = found.get(name);
  if (known !== undefined) return known;
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  const path = folders.map((folder) => join(folder, file)).find(isExecutable) ?? null;
  found.set(name, path);
  return path;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
