import { expect, test } from 'vitest';
import { makeDocx, wordParagraph } from '../../../../tests/harness/files/make-documents.ts';
import { blocksToMarkdown, blocksToParagraphs } from './blocks.ts';
import { readDocx } from './docx.ts';
import { openZip } from './zip.ts';

async function read(body: string) {
  const { blocks } = await readDocx(await openZip(makeDocx(body)));
  return { markdown: blocksToMarkdown(blocks), texts: blocksToParagraphs(blocks).map(({ text }) => text) };
}

const styled = (text: string, style: string) => wordParagraph(text, `<w:pStyle w:val="${style}"/>`);

test('SUM-05 clauses in the style of a heading are text', async () => {
  const clause = 'The tenant pays the rent on the first day of each month.';
  const long = `${'The tenant keeps the house in the state in which it was handed over '.repeat(3)}and`;
  const body = [
    styled('Duties', 'Heading1'),
    styled(clause, 'Heading2'),
    styled('乙方应当按时付款；', 'Heading2'),
    styled(long, 'Heading2'),
  ];
  expect(await read(body.join(''))).toEqual({
    markdown: `# Duties\n\n${clause}\n\n乙方应当按时付款；\n\n${long}`,
    texts: [clause, '乙方应当按时付款；', long],
  });
});
