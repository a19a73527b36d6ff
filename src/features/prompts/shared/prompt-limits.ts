export const promptLimits = {
  titleLength: 100,
  promptLength: 8_000,
  perUser: 200,
  /** The most answers per content. */
  resultsPerContent: 200,
} as const;
