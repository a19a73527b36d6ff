import { useTranslation } from '#ui/i18n.ts';
import type { InterfaceLanguage } from '#web/i18n/language.ts';

export function useInterfaceLanguage(): InterfaceLanguage {
  const { language } = useTranslation();
  return language === 'en' ? 'en' : 'zh';
}
