import { common } from '#web/i18n/en/common.ts';
import { errors } from '#web/i18n/en/errors.ts';
import { home } from '#web/i18n/en/home.ts';
import { library } from '#web/i18n/en/library.ts';
import { progress } from '#web/i18n/en/progress.ts';
import { shell } from '#web/i18n/en/shell.ts';

export const en = { common, shell, home, library, progress, errors } as const;
