export type Measure = (text: string) => number;

const noLineStart = /^[、。，．：；！？）］｝〕〉》」』】〗”’…—～·%‰℃,.:;!?)\]}'"%]/u;
const noLineEnd = /[（［｛〔〈《「『【〖“‘([{]$/u;
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** Unbreakable pieces: a Latin word, a Chinese character with its punctuation, a space. */
function breakUnits(text: string): string[] {
  const units: string[] = [];
  let word = '';
  function flush(): void {
    if (word !== '') units.push(word);
    word = '';
  }
  for (const { segment } of graphemes.segment(text.replace(/\s+/gu, ' ').trim())) {
    if (segment === ' ') {
      flush();
      units.push(' ');
    } else if (cjk.test(segment)) {
      flush();
      units.push(segment);
    } else {
      word += segment;
    }
  }
  flush();
  const joined: string[] = [];
  for (const unit of units) {
    const last = joined.at(-1);
    const clings = last !== undefined && last !== ' ' && unit !== ' ' && (noLineStart.test(unit) || noLineEnd.test(last));
    if (clings) joined[joined.length - 1] = last + unit;
    else joined.push(unit);
  }
  return joined;
}

function cutUnit(unit: string, maxWidth: number, measure: Measure): string[] {
  const parts: string[] = [];
  let part = '';
  for (const { segment } of graphemes.segment(unit)) {
    if (part !== '' && measure(part + segment) > maxWidth) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  if (part !== '') parts.push(part);
  return parts;
}

/** Lines no wider than `maxWidth` px. Never empty. */
export function wrapText(text: string, maxWidth: number, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const unit of breakUnits(text)) {
    if (unit === ' ' && line === '') continue;
    const unitWidth = measure(unit);
    if (width + unitWidth <= maxWidth) {
      line += unit;
      width += unitWidth;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    line = '';
    width = 0;
    if (unit === ' ') continue;
    const parts = unitWidth > maxWidth ? cutUnit(unit, maxWidth, measure) : [unit];
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? '';
    width = measure(line);
  }
  if (line !== '') lines.push(line.trimEnd());
  return lines.length > 0 ? lines : [''];
}

/** The first `most` lines; the last one ends in `…` if there are more. */
export function firstLines(lines: readonly string[], most: number, maxWidth: number, measure: Measure): string[] {
  if (lines.length <= most) return [...lines];
  const kept = lines.slice(0, most);
  const last = Array.from(graphemes.segment(kept.at(-1) ?? ''), ({ segment }) => segment);
  while (last.length > 0 && measure(`${last.join('')}…`) > maxWidth) last.pop();
  kept[most - 1] = `${last.join('').trimEnd()}…`;
  return kept;
}

export function cachedMeasure(measure: Measure): Measure {
  const widths = new Map<string, number>();
  return (text) => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    const width = measure(text);
    widths.set(text, width);
    return width;
  };
}
