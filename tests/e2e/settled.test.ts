import { expect, test } from '../harness/browser/e2e.ts';
import { expectNoViolations } from './settled.ts';

const html = (body: string) => `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`;
const pale = '<p style="color: #eee; background: #fff">pale words</p>';
const unnamed = '<img src="data:,">';

test('the accessibility check reports a fault, in a frame too', async ({ page, site }) => {
  site.on('/inner', { body: html(unnamed) });
  for (const [body, fault] of [
    ['<p>plain words</p>', null],
    [pale, 'color-contrast'],
    [unnamed, 'image-alt'],
    ['<iframe title="inner" src="/inner"></iframe>', 'image-alt'],
  ] as const) {
    site.on('/outer', { body: html(body) });
    await page.goto(`${site.url}/outer`);
    if (fault === null) await expectNoViolations(page);
    else await expect(expectNoViolations(page)).rejects.toThrow(fault);
  }
});

test('the accessibility check of colours alone reports a colour and no name', async ({ page, site }) => {
  site.on('/unnamed', { body: html(unnamed) });
  site.on('/pale', { body: html(pale) });
  await page.goto(`${site.url}/unnamed`);
  await expectNoViolations(page, { coloursOnly: true });
  await page.goto(`${site.url}/pale`);
  await expect(expectNoViolations(page, { coloursOnly: true })).rejects.toThrow('color-contrast');
});
