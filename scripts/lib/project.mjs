// What every script needs: where things are, the project's own Node, and running a program.
// Plain modules without packages, for any Node from 20 on, on Linux, macOS and Windows.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export function at(...parts) {
  return join(root, ...parts);
}

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The runtime that the project brings: TypeScript runs on it as it is. */
export function projectNode() {
  const own = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(own) ? own : process.execPath;
}

/** Arguments that run a package's command on the project's Node. */
export function packageCommand(name, command = name.split('/').at(-1)) {
  const home = at('node_modules', name);
  const { bin } = readJson(join(home, 'package.json'));
  return join(home, typeof bin === 'string' ? bin : bin[command]);
}

/** Environment for children: the project's Node and commands first on the path. */
export function childEnvironment(extra = {}) {
  const separator = process.platform === 'win32' ? ';' : ':';
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [dirname(projectNode()), at('node_modules', '.bin'), process.env[pathName]].filter(Boolean).join(separator);
  // SKIP_FFMPEG: a library's install script would fetch a program that is not used. The compile cache keeps what Node made
  // of our TypeScript, so that later starts need no compiler at all.
  return {
    ...process.env,
    [pathName]: path,
    SKIP_FFMPEG: 'true',
    NODE_COMPILE_CACHE: at('node_modules', '.cache', 'node-compile'),
    ...extra,
  };
}

/**
 * Runs a program in the project's folder. With `quiet` what it says is kept and given back.
 * Gives `{ code, output }`; a program that cannot be started has code 127.
 */
export function run(command, args, { quiet = false, env = {}, shell = false, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: childEnvironment(env),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell,
    });
    let output = '';
    if (quiet)
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }));
  });
}

/** Runs a package's command on the project's Node. */
export function runPackage(name, args, options = {}, command) {
  return run(projectNode(), [packageCommand(name, command), ...args], options);
}

export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
