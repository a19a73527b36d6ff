import { expect, test } from 'vitest';
import type { FetchResponse } from '#engine/ports.ts';
import { sentName } from './document-link.ts';

const nameIn = (header: string | null) =>
  sentName({ headers: new Headers(header === null ? {} : { 'content-disposition': header }) } as FetchResponse);

test.each([
  [null, null],
  ['attachment', null],
  ['attachment; filename=oven.pdf', 'oven.pdf'],
  ['attachment; FileName = " the oven.pdf "; size=3', 'the oven.pdf'],
  [`attachment; filename="x.docx"; filename*=UTF-8''Der%20Garten%3B%20%E5%9B%AD.docx`, 'Der Garten; 园.docx'],
  [`attachment; filename*= utf-8''a.pdf ; filename=x.pdf`, 'a.pdf'],
  [`attachment; filename*=UTF-8''100%.pdf`, '100%.pdf'],
  // Only the UTF-8 form of `filename*` is read.
  [`attachment; filename*=GB2312''%b2.pdf`, null],
])('the name in %j is %j', (header, name) => {
  expect(nameIn(header)).toBe(name);
});
