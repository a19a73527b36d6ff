import { useTranslation } from 'react-i18next';
import type { ListedUser } from '../contract.ts';

export function useUserName(): (user: Pick<ListedUser, 'id' | 'name' | 'email'>) => string {
  const { t } = useTranslation();
  return ({ id, name, email }) => name ?? email ?? t(($) => $.admin.users.guest, { id: id.slice(0, 6) });
}
