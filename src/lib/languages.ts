type Entry = {
  nativeName: string;
  promptName: string;
  locale: string;
  /** Requires `words/<code>.ts` beside the words of each other language. */
  interface: boolean;
  notes: boolean;
};

export const languages = {
  zh: { nativeName: '中文', promptName: '简体中文 (Simplified Chinese)', locale: 'zh-CN', interface: true, notes: true },
  en: { nativeName: 'English', promptName: 'English', locale: 'en', interface: true, notes: true },
} as const satisfies Record<string, Entry>;

type Languages = typeof languages;
type With<Use extends 'interface' | 'notes'> = {
  [Code in keyof Languages]: Languages[Code][Use] extends true ? Code : never;
}[keyof Languages];

export type InterfaceLanguage = With<'interface'>;
export type NoteLanguage = With<'notes'>;

function codesWith<Code extends string>(use: 'interface' | 'notes'): readonly [Code, ...Code[]] {
  const codes = Object.entries(languages).flatMap(([code, entry]) => (entry[use] ? [code] : []));
  return codes as [Code, ...Code[]];
}

export const interfaceLanguages = codesWith<InterfaceLanguage>('interface');
export const noteLanguages = codesWith<NoteLanguage>('notes');

/** Every other language must have all words of this one. */
export const defaultLanguage = 'zh' satisfies InterfaceLanguage & NoteLanguage;

/** Used where a reader's own language is not available. */
export const fallbackLanguage = 'en' satisfies InterfaceLanguage & NoteLanguage;

/** The language of notes for users who have not chosen one. */
export function noteLanguageFor(language: InterfaceLanguage): NoteLanguage {
  return noteLanguages.find((one) => one === language) ?? fallbackLanguage;
}

export function isInterfaceLanguage(value: unknown): value is InterfaceLanguage {
  return interfaceLanguages.some((language) => language === value);
}
