import type { ingestLimits } from '../../contract.ts';

/** The contract's number, repeated so that the page does not have to load the contract's schemas; types keep them equal. */
export const itemsPerQueue: (typeof ingestLimits)['itemsPerQueue'] = 200;
