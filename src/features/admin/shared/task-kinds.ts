/** Kinds that have a translated name; others are shown as they are. */
export const taskKinds = ['note', 'batch_summary', 'article', 'translation', 'chat', 'ask', 'prompt', 'import_archive'] as const;
export type TaskKind = (typeof taskKinds)[number];

export const shownStates = ['running', 'queued', 'failed'] as const;
export type ShownState = (typeof shownStates)[number];

export const isKnownKind = (kind: string): kind is TaskKind => taskKinds.some((one) => one === kind);
