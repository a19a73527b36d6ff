/** `eng` or `zh_CN` as an HTML `lang`; undefined for an unknown one. */
export function htmlLang(tag: string | null): string | undefined {
  if (tag === null) return undefined;
  try {
    const [known] = Intl.getCanonicalLocales(tag.replaceAll('_', '-'));
    return known === undefined || /^(?:und|mul|zxx|mis)\b/.test(known) ? undefined : known;
  } catch {
    return undefined;
  }
}
