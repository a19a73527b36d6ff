export const noteDetails = ['brief', 'standard', 'detailed'] as const;
export type NoteDetail = (typeof noteDetails)[number];
