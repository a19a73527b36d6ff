/** Strips plural, -ing, -ed and -ly; never shown. A stem stays as it is: `surprisingly` goes the whole way to `surpris`. */
export function stemEnglish(word: string): string {
  let stem = word;
  for (let shorter = strip(stem); shorter !== stem; shorter = strip(stem)) stem = shorter;
  return stem;
}

function strip(word: string): string {
  let stem = word;
  if (stem.length < 4) return stem;
  if (stem.endsWith("'s")) stem = stem.slice(0, -2);
  if (stem.endsWith('ies') && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ss|x|zz|ch|sh)es$/.test(stem)) stem = stem.slice(0, -2);
  else if (stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.endsWith('ing') && stem.length > 6) stem = withE(undouble(stem.slice(0, -3)));
  else if (stem.endsWith('ied') && stem.length > 5) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:agr|guarant|decr|refer)eed$/.test(stem)) stem = stem.slice(0, -1);
  else if (/(?<!e)ed$/.test(stem) && stem.length > 5) stem = withE(undouble(stem.slice(0, -2)));
  else if (stem.endsWith('ly') && stem.length > 6) stem = stem.slice(0, -2);
  return stem.endsWith('e') && stem.length > 4 && !needsE(stem.slice(0, -1)) ? stem.slice(0, -1) : stem;
}

/** Without its e, `release` would look like a plural, and `degree` would lose a letter more each time. */
const needsE = (stem: string): boolean => /e$|s$/.test(stem) && !/(?:ss|us|is)$/.test(stem);

const withE = (stem: string): string => (stem.endsWith('s') && needsE(stem) ? `${stem}e` : stem);

function undouble(stem: string): string {
  const last = stem.at(-1);
  return last !== undefined && last === stem.at(-2) && !'elsz'.includes(last) ? stem.slice(0, -1) : stem;
}
