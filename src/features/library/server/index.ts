export { contentRowsOf } from './content-rows.ts';
