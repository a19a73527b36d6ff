/** Strips plural, -ing, -ed and -ly, for counting only: the result is never shown. Short words stay as they are. */
export function stemEnglish(word: string): string {
  let stem = word;
  if (stem.length < 4) return stem;
  if (stem.endsWith("'s")) stem = stem.slice(0, -2);
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ss|x|z|ch|sh)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.endsWith('ing') && stem.length > 6) stem = undouble(stem.slice(0, -3));
  else if (stem.endsWith('ied') && stem.length > 5) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith('ed') && stem.length > 5) stem = undouble(stem.slice(0, -2));
  else if (stem.endsWith('ly') && stem.length > 6) stem = stem.slice(0, -2);
  return stem.endsWith('e') && stem.length > 4 ? stem.slice(0, -1) : stem;
}

function undouble(stem: string): string {
  const last = stem.at(-1);
  return last !== undefined && last === stem.at(-2) && !'lsz'.includes(last) ? stem.slice(0, -1) : stem;
}
