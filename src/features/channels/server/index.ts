export { readArchivedChannels, takeArchivedChannels } from './archived-subscriptions.ts';
