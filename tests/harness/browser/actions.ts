/** The menu of a content's actions. */
import { expect, type Page } from '@playwright/test';

/** Opens the menu of actions and presses one line of it after the other. */
export async function chooseAction(page: Page, ...names: (string | RegExp)[]): Promise<void> {
  await page.getByRole('button', { name: /^(?:更多操作|More actions)$/ }).click();
  for (const name of names) await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Whether the menu has a line of this name; the menu is closed again. */
export async function expectAction(page: Page, name: string | RegExp): Promise<void> {
  const more = page.getByRole('button', { name: /^(?:更多操作|More actions)$/ });
  await more.click();
  await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(more).toBeFocused();
}
