export { ownCallsAreCounted, ownModelIdOf, ownModelOf } from './model-key.ts';
export { siteCredentialOf } from './site-sign-ins.ts';
