import type { ingestLimits } from '../../contract.ts';

/** Repeated so that the page does not load the contract's schemas; types keep them equal. */
export const itemsPerQueue: (typeof ingestLimits)['itemsPerQueue'] = 200;
