// All languages have the same messages: equal keys, equal placeholders, nothing empty, Chinese only in the Chinese one, a
// message for every error code, no words of the interface outside the files of words, and no feature that uses another's words.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorCodes } from '../src/lib/app-error.ts';
import { defaultLanguage, interfaceLanguages } from '../src/lib/languages.ts';
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

const sources = readdirSync(at('src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) =>
    join(entry.parentPath ?? entry.path, entry.name)
      .slice(at('src').length + 1)
      .replaceAll('\\', '/'),
  );

/** `chat/words/en.ts` and `words/en/common.ts` hold words in English. */
function languageOf(path) {
  const after = /(?:^|\/)words\/(.*)\.ts$/.exec(path)?.[1];
  return after && interfaceLanguages.find((language) => after.split('/').includes(language));
}

const messages = Object.fromEntries(interfaceLanguages.map((language) => [language, new Map()]));
/** The feature that defines an area; areas of pages and shared areas have none. */
const owners = new Map();
for (const path of sources) {
  const language = languageOf(path);
  if (!language) continue;
  const areas = await import(pathToFileURL(at('src', path)).href);
  flatten(areas, '', messages[language]);
  const feature = /^features\/([^/]+)\//.exec(path)?.[1];
  if (feature) for (const area of Object.keys(areas)) owners.set(area, feature);
}
/** The keys without the endings of plural forms, with the placeholders of each. */
const keys = Object.fromEntries(
  Object.entries(messages).map(([language, all]) => {
    const found = new Map();
    for (const [key, text] of all) {
      if (text.trim() === '') problems.push(`${language}: ${key} is empty`);
      const names = placeholders(text);
      const base = key.replace(plural, '');
      // The form for one may leave its number out.
      if (!found.has(base) || key.endsWith('_other')) found.set(base, names);
    }
    return [language, found];
  }),
);
for (const language of interfaceLanguages) {
  for (const key of keys[language].keys())
    if (!keys[defaultLanguage].has(key)) problems.push(`${defaultLanguage}: ${key} is missing`);
  for (const [key, names] of keys[defaultLanguage]) {
    if (!keys[language].has(key)) problems.push(`${language}: ${key} is missing`);
    else if (keys[language].get(key) !== names)
      problems.push(`${key}: placeholders differ (${names} / ${language}: ${keys[language].get(key)})`);
  }
}
for (const language of interfaceLanguages.filter((one) => one !== 'zh')) {
  for (const [key, text] of messages[language]) {
    if (chinese.test(text) && !/language|locale/i.test(key)) problems.push(`${language}: ${key} holds Chinese`);
    if (plural.test(key) && !messages[language].has(`${key.replace(plural, '')}_other`))
      problems.push(`${language}: ${key} has no _other`);
  }
}
for (const code of errorCodes) {
  if (!keys[defaultLanguage].has(`errors.${code}`)) problems.push(`no message for the error ${code}`);
}

for (const path of sources) {
  if (!/^(web|ui|rpc|features)\//.test(path) || /\.test\.tsx?$/.test(path) || languageOf(path)) continue;
  const text = readFileSync(at('src', path), 'utf8');
  const feature = /^features\/([^/]+)\/ui\//.exec(path)?.[1];
  if (feature)
    for (const [, area] of text.matchAll(/\$\$?\.(\w+)\./g))
      if (owners.has(area) ? owners.get(area) !== feature : !/^(common|errors|progress)$/.test(area))
        problems.push(`src/${path}: says words of ${owners.get(area) ?? area}`);
  if (!path.endsWith('.tsx')) continue;
  for (const [index, line] of text.split('\n').entries()) {
    const code = line.replace(/\/\/.*$|^\s*\*.*$|\/\*.*?\*\//g, '');
    if (chinese.test(code)) problems.push(`src/${path}:${index + 1}: words outside the files of words`);
  }
}

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
process.exitCode = problems.length === 0 ? 0 : 1;
