export { readOnlyPorts } from './read-only-ports.ts';
