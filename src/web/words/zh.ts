/** Words needed before the first page is shown, in one file. The build tells `public/boot.js` where it is. */
export { ingest } from '#features/ingest/words/first/zh.ts';
export { library } from '#features/library/words/first/zh.ts';
export { running } from '#features/summaries/words/first/zh.ts';
export { uploads } from '#features/uploads/words/first/zh.ts';
export { common } from '#i18n/words/zh/common.ts';
export { errors } from '#i18n/words/zh/errors.ts';
export { progress } from '#i18n/words/zh/progress.ts';
export { home } from '#web/pages/home/words/zh.ts';
export { shell } from '#web/shell/words/zh.ts';
