export { importedSlug } from './slugs.ts';
