export const promptLimits = {
  titleLength: 100,
  promptLength: 8_000,
  perUser: 200,
  resultsPerContent: 200,
} as const;
