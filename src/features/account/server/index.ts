/** What other features may call. */
export { siteCredentialOf } from './site-sign-ins.ts';
