/**
 * The browser tests' own `test`: a web site of this worker that the servers may fetch from, and the address of the
 * server whose notes a (fake) model writes. Every test starts as a new guest, in a fresh browser context.
 */
import { test as base, expect } from '@playwright/test';
import { appWithModelUrl, ports } from './e2e-ports.ts';
import { type Site, startSite } from './site.ts';

export const test = base.extend<{ withModelUrl: string }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here, also of nothing
    async ({}, use, info) => {
      const site = await startSite({ port: ports.site(info.parallelIndex) });
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  withModelUrl: [appWithModelUrl, { option: true }],
});

export { expect };
