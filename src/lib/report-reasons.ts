export const reportReasons = ['illegal', 'copyright', 'harassment', 'spam', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];
