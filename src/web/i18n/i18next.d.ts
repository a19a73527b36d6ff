import type { zh } from '#web/i18n/zh/catalogue.ts';
import type { chat } from '#web/i18n/zh/chat.ts';
import type { collections } from '#web/i18n/zh/collections.ts';
import type { content } from '#web/i18n/zh/content.ts';
import type { exports } from '#web/i18n/zh/exports.ts';
import type { highlights } from '#web/i18n/zh/highlights.ts';
import type { listings } from '#web/i18n/zh/listings.ts';
import type { prompts } from '#web/i18n/zh/prompts.ts';
import type { records } from '#web/i18n/zh/records.ts';
import type { settings } from '#web/i18n/zh/settings.ts';
import type { wish } from '#web/i18n/zh/wish.ts';

declare module 'i18next' {
  // A missing key or a missing value for `{{…}}` is a type error at the call.
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: {
      app: typeof zh & {
        chat: typeof chat;
        collections: typeof collections;
        wish: typeof wish;
        content: typeof content;
        exports: typeof exports;
        highlights: typeof highlights;
        listings: typeof listings;
        prompts: typeof prompts;
        records: typeof records;
        settings: typeof settings;
      };
    };
    enableSelector: true;
    strictInterpolationChecks: true;
  }
}
