import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillTemplate } from './fill-template.ts';

const values = new Map([
  ['title', 'A $& title {{author}}'],
  ['author', 'Ada'],
]);

it('OUT-02 puts in what a placeholder names, once and as it is', () => {
  expect(fillTemplate('{{title}} by {{ author }}', values)).toBe('A $& title {{author}} by Ada');
  expect(fillTemplate('{{{author}}} {{\n author \t}}', values)).toBe('{Ada} Ada');
  const long = 'a'.repeat(20);
  expect(fillTemplate(`{{${long}}}`, new Map([[long, 'x']]))).toBe('x');
});

it.each([
  '{{constructor}}',
  '{{__proto__}}',
  '{{title.constructor}}',
  '$'.concat('{title}'),
  '{{#if title}}x{{/if}}',
  '{{{title.x}}}',
  '<%= process.env %>',
  '{{lookup this "x"}}',
  '{{Title}}',
  '{{ti tle}}',
  '{{title1}}',
  '{title}}',
  '{{title}',
  '{{}}',
  `{{${'a'.repeat(21)}}}`,
])('OUT-02 leaves everything else in braces as it was written: %s', (text) => {
  expect(fillTemplate(text, values)).toBe(text);
});

it('OUT-02 never changes text without its placeholders', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!/\{\{\s*(title|author)\s*\}\}/.test(text)) expect(fillTemplate(text, values)).toBe(text);
    }),
  );
});
