/** Words needed before the first page is shown, in one file. The build tells `public/boot.js` where it is. */
export { ingest } from '#features/ingest/words/first/en.ts';
export { library } from '#features/library/words/first/en.ts';
export { running } from '#features/summaries/words/first/en.ts';
export { uploads } from '#features/uploads/words/first/en.ts';
export { common } from '#i18n/words/en/common.ts';
export { errors } from '#i18n/words/en/errors.ts';
export { progress } from '#i18n/words/en/progress.ts';
export { home } from '#web/pages/home/words/en.ts';
export { shell } from '#web/shell/words/en.ts';
