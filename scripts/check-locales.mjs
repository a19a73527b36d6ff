// Both languages say the same things: equal keys, equal placeholders, nothing empty, no Chinese in the English one, a
// message for every error code, and no words of the interface outside the catalogues.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes } from '../src/lib/app-error.ts';
import { en } from '../src/web/i18n/en/catalogue.ts';
import { zh } from '../src/web/i18n/zh/catalogue.ts';
import { at } from './lib/project.mjs';

const problems = [];
const chinese = /[\u3400-\u9fff\uff00-\uffef\u3000-\u303f]/;
const plural = /_(zero|one|two|few|many|other)$/;

function flatten(node, path = '', into = new Map()) {
  for (const [key, value] of Object.entries(node)) {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') into.set(name, value);
    else flatten(value, name, into);
  }
  return into;
}

function placeholders(text) {
  return [...text.matchAll(/\{\{\s*([\w.]+)/g)]
    .map(([, name]) => name)
    .sort((a, b) => a.localeCompare(b))
    .join(' ');
}

const messages = { zh: flatten(zh), en: flatten(en) };
/** Which keys there are, whatever plural forms a language has; with the placeholders of each. */
const keys = Object.fromEntries(
  Object.entries(messages).map(([language, all]) => {
    const found = new Map();
    for (const [key, text] of all) {
      if (text.trim() === '') problems.push(`${language}: ${key} is empty`);
      const names = placeholders(text);
      const base = key.replace(plural, '');
      // "one" may leave its number out.
      if (!found.has(base) || key.endsWith('_other')) found.set(base, names);
    }
    return [language, found];
  }),
);
for (const [own, other] of [
  ['zh', 'en'],
  ['en', 'zh'],
]) {
  for (const [key, names] of keys[own]) {
    if (!keys[other].has(key)) problems.push(`${other}: ${key} is missing`);
    else if (own === 'zh' && keys.en.get(key) !== names)
      problems.push(`${key}: placeholders differ (${names} / ${keys.en.get(key)})`);
  }
}
for (const [key, text] of messages.en)
  if (chinese.test(text) && !/language|locale/i.test(key)) problems.push(`en: ${key} holds Chinese`);
for (const [key] of messages.en) {
  if (plural.test(key) && !messages.en.has(`${key.replace(plural, '')}_other`)) problems.push(`en: ${key} has no _other`);
}
for (const code of errorCodes) {
  if (![...keys.zh.keys()].some((key) => key === `errors.${code}` || key.startsWith(`errors.${code}.`)))
    problems.push(`no message for the error ${code}`);
}

for (const folder of ['src/web', 'src/ui', 'src/features']) {
  for (const entry of readdirSync(at(folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name) || path.includes('i18n')) continue;
    if (!path.endsWith('.tsx')) continue;
    const lines = readFileSync(path, 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      const code = line.replace(/\/\/.*$|^\s*\*.*$|\/\*.*?\*\//g, '');
      // A language is named in itself.
      if (chinese.test(code.replace('中文', '')))
        problems.push(`${path.slice(at('.').length)}:${index + 1}: words outside the catalogues`);
    }
  }
}

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length === 0 ? 0 : 1;
