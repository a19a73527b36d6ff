// Which packages our own code imports, read from the source text: for checks of the package lists, not for running code.
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { at } from './project.mjs';

/** Everything in `rpc` except its server files belongs to the interface. */
const isInterface = (path) =>
  /^(web|ui|i18n)\/|^features\/[^/]+\/(ui|words)\/|^rpc\/(?!(server|status|task-router)\.)/.test(path);

/** `@scope/name/part` belongs to the package `@scope/name`. */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Packages that files under `src` import at run time (without types and tests), and the files that import them. */
export function importedPackages({ part }) {
  const found = new Map();
  for (const entry of readdirSync(at('src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.(test|d)\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const name = relative(at('src'), path).replaceAll('\\', '/');
    if (isInterface(name) !== (part === 'interface')) continue;
    const code = readFileSync(path, 'utf8');
    const specifiers = [
      ...code.matchAll(/^(?:import|export)\s+(?!type\b)(?:[\w{*][^'"();=|]*?\sfrom\s+)?['"]([^'"]+)['"]/gm),
      ...code.matchAll(/(?:\bimport|\)\.resolve)\(\s*['"]([^'"]+)['"]\s*\)/g),
    ];
    for (const [text, specifier = ''] of specifiers) {
      if (/^[.#/]/.test(specifier) || isBuiltin(specifier) || /typeof import/.test(text)) continue;
      found.set(packageOf(specifier), name);
    }
  }
  return found;
}
