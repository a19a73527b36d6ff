/** What other features may call. */
export { contentRowsOf } from './content-rows.ts';
