import { sliceWhole } from './text/cut-text.ts';

/** Joiners are invisible too, but hold an emoji or the letters of a word together. */
const unusable = /(?:(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|])+/gu;

/** The name is `content` if nothing of the title is left. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title
    .normalize('NFC')
    .replace(unusable, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+/, '')
    .slice(0, 80)
    .toWellFormed()
    .replace(/(?<!\ufffd|\u200c|\u200d|[. ])(?:\ufffd|\u200c|\u200d|[. ])+$/u, '');
  return `${plain || 'content'}.${extension}`;
}

/** Names for one folder: unique regardless of case, and none that Windows reserves for devices. */
export function createFileNames(): (title: string, extension: string) => string {
  const used = new Set<string>();
  return (title, extension) => {
    const plain = fileNameOf(title, extension).slice(0, -extension.length - 1);
    const stem = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) ? `_${plain}` : plain;
    for (let number = 1; ; number++) {
      const name = `${stem}${number === 1 ? '' : ` (${number})`}.${extension}`;
      const key = name.toLowerCase();
      if (used.has(key)) continue;
      used.add(key);
      return name;
    }
  };
}

/** A longer one is part of the name: `Mr. Smith`. */
const longestEnding = 10;
/** So much of the name stays before its ending: numbers tell the files of a series apart. */
const keptBefore = 6;

/** Cut in the middle, as the ending says what kind of file it is. `most` counts UTF-16 units. */
export function shortenFileName(name: string, most: number): string {
  if (name.length <= most) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= longestEnding ? name.length - dot : 0;
  const tail = Math.min(ending + keptBefore, Math.floor(most / 2));
  return `${sliceWhole(name, 0, most - 1 - tail).trimEnd()}…${sliceWhole(name, name.length - tail).trimStart()}`;
}
