import type { zh } from '#web/i18n/zh/catalogue.ts';

declare module 'i18next' {
  // A missing key or a missing value for `{{…}}` is a type error at the call.
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: typeof zh };
    enableSelector: true;
    strictInterpolationChecks: true;
  }
}
