import { useTranslation } from 'react-i18next';
import type { InterfaceLanguage } from '#web/i18n/language.ts';

export function useInterfaceLanguage(): InterfaceLanguage {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? 'en' : 'zh';
}
