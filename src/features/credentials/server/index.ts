export { ownCallsAreCounted, ownModelIdOf, ownModelOf } from './model-key.ts';
export { moveSecrets } from './move-secrets.ts';
export { readSentKey, sentKeyFor } from './read-sent-key.ts';
export { siteCredentialOf } from './site-sign-ins.ts';
