import { common } from '#web/i18n/zh/common.ts';
import { errors } from '#web/i18n/zh/errors.ts';
import { home } from '#web/i18n/zh/home.ts';
import { library } from '#web/i18n/zh/library.ts';
import { progress } from '#web/i18n/zh/progress.ts';
import { shell } from '#web/i18n/zh/shell.ts';

/**
 * What every page may say. The words of the content page come with that page: see `loadContentWords`.
 * The reference: its keys and `{{values}}` are what every other language must have.
 */
export const zh = { common, shell, home, library, progress, errors } as const;
