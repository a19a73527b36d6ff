import { expect, test } from '../harness/e2e.ts';
import { expectNoViolations } from './settled.ts';

const page = (body: string) => `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>${body}</main></html>`;
const pale = '<p style="color: #eee; background: #fff">pale words</p>';
const unnamed = '<img src="data:,">';

test('the accessibility check reports a fault, in a frame', async ({ page: tab }) => {
  await tab.setContent(page('<p>plain words</p>'));
  await expectNoViolations(tab);
  for (const [body, rule] of [
    [pale, 'color-contrast'],
    [unnamed, 'image-alt'],
    [`<iframe title="inner" srcdoc="${page(unnamed).replaceAll('"', '&quot;')}"></iframe>`, 'image-alt'],
  ] as const) {
    await tab.setContent(page(body));
    await expect(expectNoViolations(tab)).rejects.toThrow(rule);
  }
});

test('the accessibility check of colours alone reports a colour and no name', async ({ page: tab }) => {
  await tab.setContent(page(unnamed));
  await expectNoViolations(tab, { coloursOnly: true });
  await tab.setContent(page(pale));
  await expect(expectNoViolations(tab, { coloursOnly: true })).rejects.toThrow('color-contrast');
});
