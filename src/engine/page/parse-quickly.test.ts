import fc from 'fast-check';
import { defaultTreeAdapter, parse, serialize } from 'parse5';
import { expect, test } from 'vitest';
import { parseQuickly } from './parse-quickly.ts';

const options = { treeAdapter: defaultTreeAdapter, scriptingEnabled: false };
const long = 'var a = 1 < 2 && "é👍"; '.repeat(10);
const pieces = [
  ...[
    '<script>',
    '<SCRIPT type="a>b">',
    '<script data=x<style>',
    '</script >',
    '</script',
    '<style>',
    '</style>',
    '<svg>',
    '</svg>',
  ],
  ...[
    '<!--',
    '-->',
    '<script-->',
    '<xmp>',
    '</xmp>',
    '<textarea>',
    '</textarea>',
    '<table>',
    '<p title="<script>">',
    '<noscript>',
  ],
  ...['\0', '\r\n', '\r', 'text', '&amp;', '<b>', long, `${long}\r\n`],
];

test('the tree is that of the parser, wherever scripts and styles begin and end', () => {
  const page = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(page, (html) => {
      expect(serialize(parseQuickly(html, options))).toBe(serialize(parse(html, options)));
    }),
    { numRuns: 40 },
  );
});

test('text of a script is not looked at character by character', () => {
  const script = `<script>${long.repeat(400)}</script>`;
  let longest = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    insertText(parent, text) {
      longest = Math.max(longest, text.length);
      defaultTreeAdapter.insertText(parent, text);
    },
  };
  parseQuickly(script, { ...options, treeAdapter });
  expect(longest).toBe(script.length - '<script></script>'.length);
});
