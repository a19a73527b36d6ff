import { useTranslation } from 'react-i18next';
import { defaultLanguage, type InterfaceLanguage, isInterfaceLanguage } from '#lib/languages.ts';

export function useInterfaceLanguage(): InterfaceLanguage {
  const { language } = useTranslation().i18n;
  return isInterfaceLanguage(language) ? language : defaultLanguage;
}
