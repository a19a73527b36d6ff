export { existingContents, stateOf } from './existing-contents.ts';
export { readOnlyPorts } from './read-only-ports.ts';
