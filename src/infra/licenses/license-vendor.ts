/** Sellers of license keys: this server's operator, who signs them, or a store that is queried over the network. */

export type LicenseFacts = {
  /** The vendor's id of the key. */
  reference: string;
  order: string | null;
  product: string;
  seconds: number;
};

export type LicenseVendor = {
  id: 'own' | 'lemon-squeezy';
  issues(key: string): boolean;
  /** Changes nothing. `uses`: activations, if counted. Errors: `license_invalid`, `license_expired`, `license_unavailable`. */
  look(key: string, signal: AbortSignal): Promise<{ facts: LicenseFacts; uses: number | null; usable: boolean }>;
  /** Use one name for all attempts. Errors: those of `look`, `license_used`; `license_unavailable` also for a lost response. */
  activate(key: string, name: string, signal: AbortSignal): Promise<void>;
};
