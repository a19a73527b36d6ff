import { expect, test } from 'vitest';
import { makeDocx, wordParagraph } from '../../../../tests/harness/files/make-documents.ts';
import { blocksToMarkdown, blocksToParagraphs } from './blocks.ts';
import { readDocx } from './docx.ts';
import { openZip } from './zip.ts';

async function read(body: string, styles = '') {
  const { blocks } = await readDocx(await openZip(makeDocx(body, { styles })));
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
    styled('1. Definitions.', 'Heading1'),
    styled('第一条 定义。', 'Heading1'),
  ];
  expect(await read(body.join(''))).toEqual({
    markdown: `# Duties\n\n${clause}\n\n乙方应当按时付款；\n\n${long}\n\n# 1. Definitions.\n\n# 第一条 定义。`,
    texts: [clause, '乙方应当按时付款；', long],
  });
});

const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const raised = '<w:vertAlign w:val="superscript"/>';

test('SUM-05 raised digits are not glued to the number before them', async () => {
  const body = `<w:p>${run('From 2019')}${run('12', raised)}${run(' to 10')}${run('6', raised)}${run('0 the 9')}${run('th', raised)}</w:p>`;
  expect((await read(body)).texts).toEqual(['From 2019¹² to 10⁶0 the 9th']);
});

test('SUM-05 formatting from before a tracked change does not count', async () => {
  const former =
    '<w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:pPrChange>';
  const text =
    run('Words of 20', `<w:rPrChange><w:rPr>${raised}</w:rPr></w:rPrChange>`) +
    run('19', `<w:rPrChange><w:rPr>${raised}</w:rPr></w:rPrChange>`);
  expect((await read(`<w:p><w:pPr>${former}</w:pPr>${text}</w:p>`)).markdown).toBe('Words of 2019');
});

test('SUM-05 how words are read and the lines of a table of contents are no text', async () => {
  const ruby = `<w:p>${run('茶')}<w:r><w:ruby><w:rt>${run('hàn')}</w:rt><w:rubyBase>${run('汉')}</w:rubyBase></w:ruby></w:r>${run('字')}</w:p>`;
  const styles = '<w:style w:styleId="TOC2"><w:name w:val="toc 2"/></w:style>';
  expect((await read(`${styled('Heat 3', 'TOC2')}${ruby}`, styles)).texts).toEqual(['茶汉字']);
});
