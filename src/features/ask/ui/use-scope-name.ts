import { useTranslation } from 'react-i18next';
import { kindOf, type Scope } from '../shared/ask-address.ts';

/** `name`: the name of the collection or smart folder; null while unknown. */
export function useScopeName(): (scope: Scope, name: string | null) => string {
  const { t } = useTranslation();
  return (scope, name) => {
    const kind = kindOf(scope);
    if (kind === 'collection') return t(($) => $.ask.scope.collection, { name: name ?? '…' });
    if (kind === 'smartFolder') return t(($) => $.ask.scope.smartFolder, { name: name ?? '…' });
    if (kind === 'filter' && scope.tag !== undefined) return `#${scope.tag}`;
    return t(($) => $.ask.scope[kind]);
  };
}
