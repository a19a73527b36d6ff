export const pageSizes = [30, 50, 100] as const;
export const defaultPageSize = 30;
