import type { ingestLimits } from '../../contract.ts';

type Limits = typeof ingestLimits;

/** The contract's numbers, repeated so that the page does not have to load the contract's schemas; types keep them equal. */
export const pastedTextLimit: Limits['pastedText'] = 20_000;
export const itemsPerSubmit: Limits['itemsPerSubmit'] = 50;
