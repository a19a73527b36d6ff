import { describe, expect, it } from 'vitest';
import { withoutUnfinishedLink } from './unfinished-link.ts';

describe('the open end of a streaming note', () => {
  it.each([
    ['- point [13:0', '- point'],
    ['- point [13:01]', '- point'],
    ['- point [13:01](#t=78', '- point'],
    ['- point [13:01](#t=781)', '- point [13:01](#t=781)'],
    ['- array[0] is first', '- array[0] is first'],
    ['plain', 'plain'],
  ])('%j is shown as %j', (text, shown) => {
    expect(withoutUnfinishedLink(text)).toBe(shown);
  });
});
