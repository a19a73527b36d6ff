// Marks which blocks of a page belong to a reference text.

export function tokensOf(text, language) {
  const lower = (text ?? '').toLowerCase();
  return lower.match(language === 'zh' ? /[\u3400-\u9fff]|[a-z0-9]+/g : /[\p{L}\p{N}_]+/gu) ?? [];
}

/** Marks the elements of `a` in a longest common subsequence with `b`; null when the table would not fit. */
function matched(a, b) {
  const marks = new Uint8Array(a.length);
  const width = b.length;
  if (a.length === 0 || width === 0) return marks;
  if (a.length * width > 6e8) return null;
  const steps = new Uint8Array(a.length * width);
  let previous = new Uint16Array(width + 1);
  let current = new Uint16Array(width + 1);
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < width; j++) {
      if (a[i] === b[j]) {
        current[j + 1] = previous[j] + 1;
        steps[i * width + j] = 1;
      } else if (previous[j + 1] >= current[j]) {
        current[j + 1] = previous[j + 1];
        steps[i * width + j] = 2;
      } else {
        current[j + 1] = current[j];
        steps[i * width + j] = 3;
      }
    }
    [previous, current] = [current, previous];
    current[0] = 0;
  }
  let i = a.length - 1;
  let j = width - 1;
  while (i >= 0 && j >= 0) {
    const step = steps[i * width + j];
    if (step === 1) marks[i] = 1;
    if (step !== 3) i--;
    if (step !== 2) j--;
  }
  return marks;
}

/** 1 for each block that is in the reference: its words in order, and its word triples. */
export function labelBlocks(blocks, reference, language) {
  const ids = new Map();
  const idOf = (token) => {
    if (!ids.has(token)) ids.set(token, ids.size + 1);
    return ids.get(token);
  };
  const wanted = tokensOf(reference, language).map(idOf);
  const known = ids.size;
  const tokens = blocks.map((block) => tokensOf(block.text, language).map(idOf));
  const flat = tokens.flatMap((own, index) => own.filter((id) => id <= known).map((id) => ({ id, index })));
  const marks = matched(
    flat.map((one) => one.id),
    wanted,
  );
  const hits = new Float64Array(blocks.length);
  if (marks) for (const [i, one] of flat.entries()) hits[one.index] += marks[i];
  const grams = new Set();
  for (let n = 1; n <= 3; n++) for (let i = 0; i + n <= wanted.length; i++) grams.add(wanted.slice(i, i + n).join());
  const answers = tokens.map((own, index) => {
    if (own.length === 0) return 0;
    const n = Math.min(3, own.length);
    let found = 0;
    for (let i = 0; i + n <= own.length; i++) if (grams.has(own.slice(i, i + n).join())) found++;
    const triples = found / (own.length - n + 1);
    const inOrder = marks ? hits[index] / own.length : triples;
    if (own.length < 4) return inOrder > 0.5 && triples === 1 ? 1 : 0;
    return (own.length >= 8 && triples >= 0.85) || inOrder + triples > 1 ? 1 : 0;
  });
  dropRepeats(answers, tokens, hits, wanted);
  return answers;
}

/** A text that the page shows more often than the reference is marked where it stands in the reference's order. */
function dropRepeats(answers, tokens, hits, wanted) {
  const places = new Map();
  for (const [index, own] of tokens.entries()) {
    if (answers[index] === 0 || own.length < 4) continue;
    const key = own.join();
    places.set(key, [...(places.get(key) ?? []), index]);
  }
  const all = `,${wanted.join()},`;
  for (const [key, indexes] of places) {
    if (indexes.length < 2) continue;
    let allowed = 0;
    for (let at = all.indexOf(`,${key},`); at >= 0; at = all.indexOf(`,${key},`, at + key.length + 1)) allowed++;
    indexes.sort((a, b) => hits[b] - hits[a]);
    for (const index of indexes.slice(Math.max(1, allowed))) answers[index] = 0;
  }
}

/** Word F1 of two lists of tokens, each counted as often as it occurs. */
export function wordF1(wanted, got) {
  const left = new Map();
  for (const token of wanted) left.set(token, (left.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of got) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    shared++;
    left.set(token, count - 1);
  }
  return shared === 0 ? 0 : (2 * shared) / (wanted.length + got.length);
}
