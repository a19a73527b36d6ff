/** Engines that a server uses besides its own program. */
export const engineIds = ['model', 'speech', 'pages', 'ytdlp', 'mail'] as const;
export type EngineId = (typeof engineIds)[number];
