import { useTranslation } from 'react-i18next';
import { readSort, type Sort } from '../../shared/sorts.ts';

export function useSortName(): (sort: Sort) => string {
  const { t } = useTranslation();
  return (sort) => {
    const { column, direction } = readSort(sort);
    return t(($) => $.records.sorted[direction], { name: t(($) => $.records.columns[column]) });
  };
}
