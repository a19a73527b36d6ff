const chinese = /^zh/i.test(process.env.LC_ALL ?? process.env.LC_MESSAGES ?? process.env.LANG ?? '');

/** What errors say, in the language of the terminal: Chinese where its locale is, else English. */
export async function errorWords() {
  return (chinese ? await import('#i18n/words/zh/errors.ts') : await import('#i18n/words/en/errors.ts')).errors;
}

/** What each stage of the work is called, in the language of the terminal. */
export async function progressWords() {
  return (chinese ? await import('#i18n/words/zh/progress.ts') : await import('#i18n/words/en/progress.ts')).progress;
}
