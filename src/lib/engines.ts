export const engineIds = ['model', 'speech', 'pages', 'ytdlp', 'mail'] as const;
export type EngineId = (typeof engineIds)[number];
