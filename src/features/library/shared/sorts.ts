export const sortColumns = ['title', 'updated', 'created', 'note', 'highlights'] as const;
export type SortColumn = (typeof sortColumns)[number];
export type SortDirection = 'asc' | 'desc';
export type Sort = `${SortColumn}-${SortDirection}`;

export const sorts: readonly Sort[] = sortColumns.flatMap((column): Sort[] => [`${column}-asc`, `${column}-desc`]);
export const newestFirst: Sort = 'updated-desc';

export function readSort(sort: Sort): { column: SortColumn; direction: SortDirection } {
  const [column, direction] = sort.split('-');
  return { column: sortColumns.find((one) => one === column) ?? 'updated', direction: direction === 'asc' ? 'asc' : 'desc' };
}
