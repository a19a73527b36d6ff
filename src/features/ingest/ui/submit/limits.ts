import type { ingestLimits } from '../../contract.ts';

type Limits = typeof ingestLimits;

/** Repeated so that the page does not load the contract's schemas; types keep them equal. */
export const pastedTextLimit: Limits['pastedText'] = 20_000;
export const itemsPerSubmit: Limits['itemsPerSubmit'] = 50;
