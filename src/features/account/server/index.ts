export { createAvatarRoutes } from './avatar-http.ts';
export { createSignInRoutes } from './http.ts';
export { joinAccounts, prepareOwner } from './join-accounts.ts';
export { queueMail } from './queue-mail.ts';
