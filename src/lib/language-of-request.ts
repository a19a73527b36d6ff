import { defaultLanguage, fallbackLanguage, type InterfaceLanguage, isInterfaceLanguage } from './languages.ts';

/** The chosen language, else the first of the browser's languages that the interface has. */
export function languageOf(cookie: string | undefined, accepted: string | undefined): InterfaceLanguage {
  if (isInterfaceLanguage(cookie)) return cookie;
  const wanted = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find(isInterfaceLanguage) ?? (accepted ? fallbackLanguage : defaultLanguage);
}
