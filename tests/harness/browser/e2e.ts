/**
 * The browser tests' own `test`: a web site of this worker that the servers may fetch from, and the address of the
 * server whose notes a (fake) model writes. Every test starts as a new guest, in a fresh browser context.
 */
import { test as base, expect } from '@playwright/test';
import { holdRemotely } from '../models/fake-llm.ts';
import { setRemoteAnswer } from '../sites/replay.ts';
import { type Page, type Site, startSite } from '../sites/site.ts';
import { appWithModelUrl, ports } from './e2e-ports.ts';
import { welcomeBefore } from './welcome-before.ts';

/** What both servers find under an address of the internet. Tests run side by side: use addresses no other test uses. */
export type Internet = { on(address: string, page: Page): Promise<void> };

/** The model that writes the notes of the server with one. */
export type Model = {
  /**
   * From now on, answers to prompts that hold these words stop in the middle until the returned function is called: what is
   * seen only while one is written is looked at meanwhile. Use words that no other test's prompts hold.
   */
  hold(words: string): Promise<() => Promise<void>>;
};

type WorkerParts = {
  site: Site;
  internet: Internet;
};

type TestParts = {
  withModelUrl: string;
  model: Model;
  /** Whether visitors are new to the product, and are welcomed. */
  newcomers: boolean;
  knowVisitors: undefined;
};

/** Some lines of a note. */
const heldAfterPieces = 5;

/** Of the test that runs: a setting of the whole process would start another one for the files that change it. */
const visitors = { areNew: false };

export const test = base.extend<TestParts, WorkerParts>({
  newcomers: [false, { option: true }],
  // Before anything opens a page.
  knowVisitors: [
    async ({ newcomers }, use) => {
      visitors.areNew = newcomers;
      await use(undefined);
      visitors.areNew = false;
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        if (!visitors.areNew) await context.addInitScript(welcomeBefore);
        return context;
      };
      await use(browser);
      browser.newContext = open;
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    await use(page);
    // What a test answers itself may still be on its way: that is no error of anybody.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here, also of nothing
    async ({}, use, info) => {
      const site = await startSite({ port: ports.site(info.parallelIndex) });
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  internet: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here, also of nothing
    async ({}, use) => use({ on: (address, page) => setRemoteAnswer(ports.replay, address, page) }),
    { scope: 'worker' },
  ],
  withModelUrl: [appWithModelUrl, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a pattern here, also of nothing
  model: async ({}, use) => {
    const held: (() => Promise<void>)[] = [];
    await use({
      async hold(words) {
        const release = await holdRemotely(ports.llm, words, heldAfterPieces);
        held.push(release);
        return release;
      },
    });
    for (const release of held) await release();
  },
});

export { expect };
