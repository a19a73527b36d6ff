/** The languages of notes and of the interface. A new one is a line here, and its words where each part has its own. */
export const languages = {
  zh: {
    /** What it calls itself. */
    nativeName: '中文',
    /** What a model is told to write. */
    promptName: '简体中文 (Simplified Chinese)',
    /** BCP 47, for `<html lang>` and `Intl`. */
    locale: 'zh-CN',
  },
  en: { nativeName: 'English', promptName: 'English', locale: 'en' },
} as const;

export const languageCodes = ['zh', 'en'] as const satisfies readonly (keyof typeof languages)[];
