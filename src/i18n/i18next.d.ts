import type { Words } from './words.ts';

declare module 'i18next' {
  // A missing key or a missing value for `{{…}}` is a type error at the call.
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: Words };
    enableSelector: true;
    strictInterpolationChecks: true;
  }
}
