/** Who sells license keys: this server's operator, who signs them, or a store that is asked over the network. */

export type LicenseFacts = {
  /** The vendor's id of the key. */
  reference: string;
  /** For questions of the buyer. */
  order: string | null;
  product: string;
  seconds: number;
};

export type LicenseVendor = {
  id: 'own' | 'lemon-squeezy';
  /** By the form of the key alone. */
  issues(key: string): boolean;
  /**
   * Changes nothing. `uses`: how often it was activated; null where nothing counts that. Errors: `license_invalid`, `license_expired`,
   * `license_unavailable`.
   */
  look(key: string, signal: AbortSignal): Promise<{ facts: LicenseFacts; uses: number | null; usable: boolean }>;
  /** Under the same name each time. Errors: as `look`, `license_used`; `license_unavailable` also when the answer was lost. */
  activate(key: string, name: string, signal: AbortSignal): Promise<void>;
};
