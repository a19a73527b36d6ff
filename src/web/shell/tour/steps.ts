export const tourSteps = ['input', 'upload', 'action', 'main-nav', 'secondary-nav'] as const;
export type TourStep = (typeof tourSteps)[number];

/** Without a sidebar beside the page, the steps about it are left out. */
export function stepsFor({ mobile }: { mobile: boolean }): readonly TourStep[] {
  return mobile ? tourSteps.filter((step) => !step.endsWith('-nav')) : tourSteps;
}

export const selectorOf = (step: TourStep): string => `[data-tour="${step}"]`;
