export { dismissReports, listReported, setHidden } from './moderation.ts';
