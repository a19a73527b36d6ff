import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/format.ts';
import type { CollectionDetails } from './use-collection-items.ts';

export function HiddenText({ reasons }: { reasons: CollectionDetails['hidden_for'] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (reasons.length === 0) return t(($) => $.collections.sheet.hidden);
  const named = format.list(reasons.map((reason) => t(($) => $.collections.sheet.reasons[reason])));
  return t(($) => $.collections.sheet.hiddenFor, { reasons: named });
}
