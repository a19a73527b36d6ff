import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { AppError } from '#lib/app-error.ts';
import { canBox } from '../process/confine.ts';
import { runProcess } from '../process/run-process.ts';
import { findTool } from '../process/tools.ts';
import { type Box, runBoxed } from './boxed.ts';

/** Older versions fail on large sites and are affected by CVE-2026-26331 and CVE-2026-55404. */
export const oldestVersion = '2026.07.04';

export type Program = {
  path: string;
  version: string;
  /** Null: runs without a sandbox, only behind the proxy. */
  box: Box | null;
};

export type ProgramPlace = {
  path: string | null;
  searchPath: string;
};

const versionTimeoutMs = 20_000;
const versionLine = /^(\d{4})\.(\d{1,2})\.(\d{1,2})(?:\.\d+)?(?:[.+-]\S*)?$/;

/** Searches on each call and checks the version once per file. Errors: `ytdlp_*`, `cancelled`. */
export function createProgramFinder(place: ProgramPlace): (signal: AbortSignal) => Promise<Program> {
  const known = new Map<string, Program>();
  return async (signal) => {
    const path = findProgram(place);
    if (path === null) throw new AppError('ytdlp_missing');
    const { mtimeMs, size } = statSync(path);
    const key = `${path}\n${mtimeMs}\n${size}`;
    const program = known.get(key) ?? (await inspect(path, signal));
    if (isOlder(program.version, oldestVersion))
      throw new AppError('ytdlp_outdated', { params: { version: program.version, needed: oldestVersion } });
    known.set(key, program);
    return program;
  };
}

function findProgram({ path, searchPath }: ProgramPlace): string | null {
  if (path !== null) return isProgram(path) ? path : null;
  const file = process.platform === 'win32' ? 'yt-dlp.exe' : 'yt-dlp';
  const folders = searchPath.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, file)).find(isProgram) ?? findTool('yt-dlp');
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function isOlder(version: string, floor: string): boolean {
  const day = (text: string): number => {
    const [, year = 0, month = 0, date = 0] = versionLine.exec(text) ?? [];
    return Number(year) * 10_000 + Number(month) * 100 + Number(date);
  };
  return day(version) < day(floor);
}

async function inspect(path: string, signal: AbortSignal): Promise<Program> {
  const box = canBox() ? await boxFor(path, signal) : null;
  // Tried first, because an unusual installation may not work in the sandbox.
  const boxed = box && (await versionOf((args, timeoutMs) => runBoxed({ path, box }, args, { signal, timeoutMs })));
  if (box && boxed) return { path, version: boxed, box };
  const open = await versionOf((args, timeoutMs) => runProcess(path, args, { signal, timeoutMs, env: { HOME: homedir() } }));
  if (!open) throw new AppError('ytdlp_failed', { detail: 'the program does not tell its version' });
  return { path, version: open, box: null };
}

type Runner = (args: string[], timeoutMs: number) => ReturnType<typeof runProcess>;

async function versionOf(run: Runner): Promise<string | null> {
  try {
    const { exitCode, stdout } = await run(['--ignore-config', '--version'], versionTimeoutMs);
    const line = stdout.toString('utf8').trim();
    return exitCode === 0 && versionLine.test(line) ? line : null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'cancelled') throw error;
    return null;
  }
}

/** Files that the sandbox needs: the script and, if it is Python, the interpreter and its folders. */
export async function boxFor(path: string, signal: AbortSignal): Promise<Box> {
  const own = [path, realpathSync(path)];
  const interpreter = interpreterOf(path);
  const home = { HOME: homedir() };
  if (interpreter === null || !/python[\d.]*$/.test(interpreter)) return { readOnly: own, env: home };
  const script = 'import json, sys; print(json.dumps([sys.prefix, sys.base_prefix, *sys.path]))';
  const told = await runProcess(interpreter, ['-c', script], { signal, timeoutMs: versionTimeoutMs, env: home });
  const folders = told.exitCode === 0 ? (JSON.parse(told.stdout.toString('utf8')) as string[]) : [];
  const real = realpathSync(interpreter);
  const all = [...own, ...folders.filter((folder) => isAbsolute(folder) && existsSync(folder)), real, dirname(dirname(real))];
  return { readOnly: [...new Set(all)].filter((folder) => folder !== '/' && !folder.startsWith('/usr/')), env: home };
}

function interpreterOf(path: string): string | null {
  const head = readFileSync(path).subarray(0, 256).toString('latin1');
  const words = /^#!\s*([^\n]+)/.exec(head)?.[1]?.trim().split(/\s+/) ?? [];
  const [first, second] = words;
  if (first === undefined) return null;
  return first.endsWith('/env') ? findTool(second ?? '') : first;
}
