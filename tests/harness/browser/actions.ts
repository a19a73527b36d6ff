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

/** By its tab; on a phone by the bar at the foot. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name, exact: true });
  const bar = page.getByRole('navigation', { name: /^(?:这一页的内容|On this page)$/ });
  await expect(tab.or(bar)).toBeVisible();
  if (await tab.isVisible()) return tab.click();
  const names = { 总结: '笔记', Summary: 'Note' };
  const button = bar.getByRole('button', { name: names[name as keyof typeof names] ?? name, exact: true });
  if (await button.isVisible()) return button.click();
  await bar.getByRole('button', { name: /^(?:更多|More)$/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
