/** What a search field shows. `handed`: searches that it handed over and that have not come back yet, the oldest first. */
export type TypedSearch = { typed: string; known: string; handed: readonly string[] };

/** The field's own search comes back late, while more may be typed; any other (the back button) replaces what is typed. */
export function afterSearch({ typed, handed }: TypedSearch, search: string): TypedSearch {
  const at = handed.lastIndexOf(search);
  if (at >= 0) return { typed, known: search, handed: handed.slice(at + 1) };
  return { typed: search === typed.trim() ? typed : search, known: search, handed: [] };
}
