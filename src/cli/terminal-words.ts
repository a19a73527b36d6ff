import { errorSettings } from '#lib/error-settings.ts';

const chinese = /^zh/i.test(process.env.LC_ALL ?? process.env.LC_MESSAGES ?? process.env.LANG ?? '');

/** Error messages in the terminal's language: Chinese for a Chinese locale, otherwise English. */
export async function errorWords() {
  const { errors } = chinese ? await import('#i18n/words/zh/errors.ts') : await import('#i18n/words/en/errors.ts');
  const named = Object.entries(errors).map(([code, words]) => {
    const settings = errorSettings[code];
    return [code, settings ? `${words} (${settings.join(', ')})` : words];
  });
  return Object.fromEntries(named) as { [Code in keyof typeof errors]: string };
}

/** The names of the progress stages, in the terminal's language. */
export async function progressWords() {
  return (chinese ? await import('#i18n/words/zh/progress.ts') : await import('#i18n/words/en/progress.ts')).progress;
}
