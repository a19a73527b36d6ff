import { randomBytes } from 'node:crypto';
import { deflateSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ReadDocument } from '#engine/raw-content.ts';
import { AppError } from '#lib/app-error.ts';
import {
  type EpubChapter,
  makeDocx,
  makeEpub,
  makePdf,
  makeZip,
  wordParagraph,
} from '../../../tests/harness/files/make-documents.ts';
import { createDocumentReader } from './create-document-reader.ts';

const reader = createDocumentReader();
const read = (bytes: Uint8Array): Promise<ReadDocument> => reader({ bytes }, AbortSignal.timeout(60_000));
const texts = (document: ReadDocument): string[] => document.paragraphs.map(({ text }) => text);

/** Returns the code and reason of the failure. Any error other than an AppError fails the test. */
async function failure(bytes: Uint8Array, own = reader): Promise<string> {
  try {
    await own({ bytes }, AbortSignal.timeout(60_000));
    return 'read';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.code, error.params.reason].filter((part) => part !== undefined).join(' ');
  }
}

/** Unpacks the first entry, to check that a fixture is a real archive. */
function firstEntry(zip: Buffer): string {
  const name = zip.readUInt16LE(26);
  return inflateRawSync(zip.subarray(30 + name, 30 + name + zip.readUInt32LE(18))).toString();
}

describe('PDF', () => {
  it('SUM-05 joins lines to paragraphs, undoes hyphens and says the page of each', async () => {
    const pdf = makePdf({
      pages: [
        [
          'The kiln in the valley keeps its heat for eleven hours at night, which is why the vil-',
          'lagers no longer get up to add wood, and the well-known old oven is out of use since',
          'then.',
          { text: 'A second paragraph begins with more room above it. The well-', gap: 30 },
          'known oven and what the teams measured in the year of the great drought',
        ],
        ['goes on over the page until the sentence ends.', { text: '• A point of a list', gap: 24 }, '• Another point'],
      ],
      info: { Title: 'Kilns of the Valley', Author: 'Lin Xiaohe', CreationDate: "D:20240229093000+08'00'" },
    });
    const document = await read(pdf);
    expect(document).toMatchObject({
      format: 'pdf',
      title: 'Kilns of the Valley',
      author: 'Lin Xiaohe',
      publishedAt: '2024-02-29',
      pages: 2,
    });
    expect(document.paragraphs).toEqual([
      {
        text: 'The kiln in the valley keeps its heat for eleven hours at night, which is why the villagers no longer get up to add wood, and the well-known old oven is out of use since then.',
        page: 1,
      },
      {
        text: 'A second paragraph begins with more room above it. The well-known oven and what the teams measured in the year of the great drought goes on over the page until the sentence ends.',
        page: 1,
      },
      { text: 'A point of a list', page: 2 },
      { text: 'Another point', page: 2 },
    ]);
    expect(document.markdown).toMatch(/- A point of a list\n- Another point$/);
  });

  it('SUM-05 reads Chinese set in a font that is not in the file', async () => {
    const lines = ['陶窑的温度在夜里可以保持十一个小时，村民因此不再半夜添柴，', '这在山谷里是头一回。'];
    const document = await read(makePdf({ pages: [lines], info: { Title: '陶窑笔记' } }));
    expect(document.title).toBe('陶窑笔记');
    expect(texts(document)).toEqual([lines.join('')]);
  });

  it('SUM-05 gives characters for the radicals and ligatures of a font, and ends a line that had room for more', async () => {
    const full = '这一行写满了整个栏的宽度所以下一行是它的后一半这一行写满了';
    const document = await read(makePdf({ pages: [['⽕候在夜⾥，⻓久', '村⺠知道', full, '又一行']] }));
    expect(texts(document)).toEqual(['火候在夜里，长久', '村民知道', `${full}又一行`]);
    expect(texts(await read(makeDocx(wordParagraph('ﬁne ﬂour'))))).toEqual(['fine flour']);
  });

  it('SUM-05 makes headings of the outline, or else of larger type', async () => {
    const page = (number: number) => [
      `${number}. Part ${number}`,
      { text: `Text of part number ${number}, a sentence.`, gap: 30 },
    ];
    const outline = [1, 2].map((number) => ({ title: `Part ${number}`, page: number }));
    const outlined = await read(makePdf({ pages: [page(1), page(2)], outline: [...outline, { title: '附录', page: 2 }] }));
    expect(outlined.markdown.match(/^#.*/gm)).toEqual(['# 1. Part 1', '# 附录', '# 2. Part 2']);
    expect(texts(outlined)).toEqual(['Text of part number 1, a sentence.', 'Text of part number 2, a sentence.']);
    const sized = await read(
      makePdf({
        pages: [
          [
            { text: 'On Kilns', size: 24 },
            { text: 'Heat', size: 16, gap: 40 },
            'The kiln keeps its heat for a long time in the night.',
          ],
        ],
      }),
    );
    expect(sized.markdown).toBe('# On Kilns\n\n## Heat\n\nThe kiln keeps its heat for a long time in the night.');
    expect(sized.title).toBe('On Kilns');
  });

  it.each([90, 270] as const)('SUM-05 reads pages that are stored turned by %i degrees as they are shown', async (rotate) => {
    const gap = 60;
    const pages = [
      [
        { text: 'Heat', size: 16 },
        { text: 'Of heat and smoke in the kilns of the', gap },
        'valley and its hills',
        { text: 'Of ash and of clay in the kilns of the', gap },
        'coast',
      ],
    ];
    expect((await read(makePdf({ pages, rotate }))).markdown).toBe(
      '# Heat\n\nOf heat and smoke in the kilns of the valley and its hills\n\nOf ash and of clay in the kilns of the coast',
    );
  });

  it('SUM-05 leaves out running heads, page numbers and what programs call a document', async () => {
    const pages = Array.from({ length: 5 }, (_, index) => [
      'Annual report of the valley',
      { text: `Page ${index} has words of its own, said by ${'abcde'[index]}.`, gap: 40 },
      { text: `- ${index + 1} -`, gap: 600 },
    ]);
    const document = await read(
      makePdf({ pages, info: { Title: 'Microsoft Word - report_final2.docx', Author: 'Administrator' } }),
    );
    expect(texts(document)).toEqual(
      pages.map((_page, index) => `Page ${index} has words of its own, said by ${'abcde'[index]}.`),
    );
    expect(document).toMatchObject({ title: null, author: null });
  });

  it('SUM-05 reports a scan, also with a stamp on each page', async () => {
    expect(await failure(makePdf({ pages: ['image', 'image'] }))).toBe('document_scanned');
    expect(await failure(makePdf({ pages: ['image', 'image', 'image', 'image', ['7']] }))).toBe('document_scanned');
    const stamped = (pages: readonly string[]) =>
      failure(makePdf({ pages: pages.map((text) => (text === '' ? 'image' : [text])) }));
    expect(await stamped(['扫描全能王 创建', ''])).toBe('document_scanned');
    expect(await stamped(['Room 12 of the archive', 'Room 12 of the archive'])).toBe('document_scanned');
    expect(await stamped(['A sign that says one thing'])).toBe('read');
    expect(await failure(makePdf({ pages: [['…']] })).then((code) => code.startsWith('document_'))).toBe(true);
  });

  it('SUM-05 reports a password', async () => {
    expect(await failure(makePdf({ pages: [['secret']], encrypted: true }))).toBe('document_unreadable encrypted');
  });

  it('SUM-05 ends with a typed error, or with what is there, wherever a file is cut', async () => {
    const pdf = makePdf({ pages: [['One line of text that is long enough.'], ['And another page with a line.']] });
    for (let part = 1; part <= 20; part++) {
      const end = await failure(pdf.subarray(0, Math.floor((pdf.length * part) / 21)));
      expect(end).toMatch(/^(?:read|document_unreadable damaged|document_no_text|document_scanned|input_unsupported)$/);
    }
    expect(await failure(pdf.subarray(0, 300))).toBe('document_unreadable damaged');
  }, 90_000);
});

describe('DOCX', () => {
  const body = [
    wordParagraph('陶窑笔记', '<w:pStyle w:val="Title"/>'),
    wordParagraph('Heat &amp; <w:fake/>smoke'.replace('<w:fake/>', ''), '<w:pStyle w:val="Heading1"/>'),
    '<w:p><w:r><w:t>The kiln keeps </w:t></w:r><w:del><w:r><w:delText>lost</w:delText><w:t>lost</w:t></w:r></w:del><w:ins><w:r><w:t>its heat.</w:t></w:r></w:ins><w:r><w:instrText>PAGEREF</w:instrText></w:r></w:p>',
    wordParagraph('First', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>'),
    wordParagraph('Second', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>'),
    wordParagraph('点', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
    `<w:tbl>${[
      ['年份', '产量'],
      ['1987', '三百|罐'],
    ]
      .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join('')}</w:tr>`)
      .join('')}</w:tbl>`,
    wordParagraph('# not a heading'),
  ].join('');

  it('SUM-05 keeps headings, lists and tables, and leaves out what was deleted', async () => {
    const document = await read(makeDocx(body, { author: '林小禾', created: '2023-05-06T07:08:09Z' }));
    expect(document).toMatchObject({
      format: 'docx',
      title: '陶窑笔记',
      author: '林小禾',
      publishedAt: '2023-05-06',
      pages: null,
    });
    expect(document.markdown).toBe(
      [
        '# 陶窑笔记',
        '# Heat \\& smoke',
        'The kiln keeps its heat.',
        '1. First\n2. Second\n- 点',
        '| 年份 | 产量 |\n| --- | --- |\n| 1987 | 三百\\|罐 |',
        '\\# not a heading',
      ].join('\n\n'),
    );
    expect(texts(document)).toEqual([
      'The kiln keeps its heat.',
      'First',
      'Second',
      '点',
      '年份 · 产量',
      '1987 · 三百|罐',
      '# not a heading',
    ]);
    expect((await read(makeDocx(body, { title: 'Told' }))).title).toBe('Told');
    expect((await read(makeDocx(body, { title: 'Microsoft Word - x.doc' }))).title).toBe(document.title);
  });

  it('SUM-05 says which limit a long text or a large file is over', async () => {
    const long = makeDocx(wordParagraph(randomBytes(3_760_000).toString('base64')));
    const said = (source: { bytes: Uint8Array }) => reader(source, AbortSignal.timeout(60_000)).catch((error: unknown) => error);
    expect(await said({ bytes: long })).toMatchObject({ code: 'text_too_long', params: { most: 5_000_000 } });
    // Refused by its size, before any of it is read.
    expect(await said({ bytes: Buffer.allocUnsafe(100 * 1024 * 1024 + 1) })).toMatchObject({
      code: 'document_too_large',
      params: { most: '100 MB' },
    });
  });

  it('SUM-05 reads footnotes and endnotes, each once, behind what refers to it', async () => {
    const note = (kind: string, id: number, text: string, more = '') =>
      `<w:${kind} w:id="${id}"${more}>${wordParagraph(text)}</w:${kind}>`;
    const notes = (kind: string, list: string) => ({ name: `word/${kind}s.xml`, content: `<w:${kind}s>${list}</w:${kind}s>` });
    const more = [
      notes(
        'footnote',
        [
          note('footnote', -1, 'A line.', ' w:type="separator"'),
          note('footnote', 1, 'Seen in 1987.'),
          note('footnote', 2, 'In a cell.'),
          note('footnote', 3, 'Of a lost word.'),
          note('footnote', 4, 'Unused.'),
        ].join(''),
      ),
      notes('endnote', `<w:endnote w:id="1">${wordParagraph('Two')}${wordParagraph('lines.')}</w:endnote>`),
    ];
    const refer = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
    const text = [
      `<w:p><w:r><w:t>Kilns keep heat</w:t></w:r>${refer('footnote', 1)}${refer('footnote', -1)}<w:r><w:t> and ash.</w:t></w:r>${refer('endnote', 1)}</w:p>`,
      `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>1987</w:t></w:r>${refer('footnote', 2)}</w:p></w:tc><w:tc>${wordParagraph('three')}</w:tc></w:tr></w:tbl>`,
      `<w:p><w:r><w:t>The end.</w:t></w:r><w:del>${refer('footnote', 3)}</w:del>${refer('footnote', 1)}</w:p>`,
    ].join('');
    expect(texts(await read(makeDocx(text, { more })))).toEqual([
      'Kilns keep heat and ash.',
      'Seen in 1987.',
      'Two lines.',
      '1987 · three',
      'In a cell.',
      'The end.',
    ]);
    expect(texts(await read(makeDocx(text)))).toEqual(['Kilns keep heat and ash.', '1987 · three', 'The end.']);
  });

  it('SUM-05 knows headings, titles and quotes by the names of their styles, and by those they are based on', async () => {
    const style = (id: string, name: string, more = '') =>
      `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
    const styles = [
      style('a', '标题 2'),
      style('b', 'Own', '<w:basedOn w:val="a"/>'),
      style('c', 'Block Quote'),
      style('d', 'Title'),
      style('e', 'heading ten'),
    ].join('');
    const text = ['d', 'a', 'b', 'c', 'e'].map((id) => wordParagraph(`Words in ${id}`, `<w:pStyle w:val="${id}"/>`)).join('');
    expect((await read(makeDocx(text, { styles }))).markdown).toBe(
      '# Words in d\n\n## Words in a\n\n## Words in b\n\n> Words in c\n\nWords in e',
    );
  });

  it('SUM-05 ends with a typed error wherever a file is cut', async () => {
    const docx = makeDocx(body);
    expect(firstEntry(docx)).toContain('<Types/>');
    for (let part = 0; part < 20; part++) {
      const end = await failure(docx.subarray(0, Math.floor((docx.length * part) / 20)));
      expect(end).toMatch(/^(?:document_unreadable damaged|input_unsupported)$/);
    }
  }, 60_000);

  it('SUM-05 rejects slides, sheets and other archives with their code', async () => {
    const entry = (name: string) => ({ name, content: '<a/>' });
    expect(await failure(makeZip([entry('[Content_Types].xml'), entry('xl/workbook.xml')]))).toBe('input_unsupported');
    expect(await failure(makeZip([entry('notes.txt')]))).toBe('input_unsupported');
    expect(await failure(makeDocx(''))).toBe('document_no_text');
  });
});

describe('EPUB', () => {
  const chapters: EpubChapter[] = [
    {
      file: 'z first.xhtml',
      title: '第一章 火候',
      body: '<p>烟囱的高度决定<ruby>火候<rt>huo</rt></ruby>&nbsp;的好坏。</p><blockquote><p>老师傅如是说。</p></blockquote>',
    },
    {
      file: 'a.xhtml',
      title: 'Not used',
      body: '<h2>Second</h2><p>A line<br/>and its rest.</p><ul><li>One</li><li><p>Two</p></li></ul><table><tr><th>k</th><td>v</td></tr></table>',
    },
  ];
  const metadata =
    '<dc:title>陶窑之书</dc:title><dc:creator>林小禾</dc:creator><dc:creator>Ann Li</dc:creator><dc:language>zh-CN</dc:language><dc:date>2021-03</dc:date><dc:description>&lt;p&gt;一本书&lt;/p&gt;</dc:description>';
  const png = Buffer.from('89504e470d0a1a0a0000', 'hex');

  it.each([true, false])(
    'SUM-05 reads the chapters of the spine under the titles of the contents (older kind: %s)',
    async (ncx) => {
      const document = await read(makeEpub({ chapters, metadata, cover: png, ncx }));
      expect(document).toMatchObject({
        format: 'epub',
        title: '陶窑之书',
        author: '林小禾, Ann Li',
        language: 'zh-CN',
        publishedAt: '2021-03-01',
        description: '一本书',
      });
      expect(Buffer.from(document.cover ?? [])).toEqual(png);
      expect(document.markdown).toBe(
        [
          '# 第一章 火候',
          '烟囱的高度决定火候 的好坏。',
          '> 老师傅如是说。',
          '## Second',
          'A line and its rest.',
          '- One\n- Two',
          '| k | v |\n| --- | --- |',
        ].join('\n\n'),
      );
    },
  );

  it.each([true, false])('SUM-05 takes no page number or landmark for a title of a chapter (older kind: %s)', async (ncx) => {
    const [first] = chapters;
    const point = (title: string, file: string) => `<navLabel><text>${title}</text></navLabel><content src="${file}"/>`;
    const link = (title: string, file: string) => `<ol><li><a href="${file}">${title}</a></li></ol>`;
    const file = encodeURI(first?.file ?? '');
    const lists = ncx
      ? `<ncx><docTitle><text>Book</text></docTitle><pageList><pageTarget>${point('17', file)}</pageTarget></pageList><navMap><navPoint>${point('Heat', file)}</navPoint></navMap><navList><navTarget>${point('Fig. 1', file)}</navTarget></navList></ncx>`
      : `<html><body><nav epub:type="page-list">${link('17', file)}</nav><nav epub:type="landmarks"><nav>${link('Cover', file)}</nav>${link('Start', file)}</nav><nav epub:type="toc">${link('Heat', file)}</nav></body></html>`;
    const contents = { name: ncx ? 'OPS/toc.ncx' : 'OPS/nav.xhtml', content: lists };
    const book = makeEpub({ chapters: first ? [first] : [], ncx, contents });
    expect((await read(book)).markdown).toMatch(/^# Heat\n/);
  });

  it('SUM-05 refuses protected books, allows hidden fonts, and misses no chapter silently', async () => {
    const locked = (algorithm: string) => ({
      name: 'META-INF/encryption.xml',
      content: `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`,
    });
    expect(await failure(makeEpub({ chapters, more: [locked('http://www.w3.org/2001/04/xmlenc#aes128-cbc')] }))).toBe(
      'document_unreadable encrypted',
    );
    expect(await failure(makeEpub({ chapters, more: [locked('http://www.idpf.org/2008/embedding')] }))).toBe('read');
    const [first] = chapters;
    const outside = { file: '../../../etc/passwd', title: 'x', body: '<p>x</p>' };
    expect(await failure(makeEpub({ chapters: first ? [first, outside] : [] }))).toBe('document_unreadable refused');
    expect(await failure(makeEpub({ chapters: [] }))).toBe('document_unreadable damaged');
    // One of two chapters is listed but missing.
    const absent = makeEpub({ chapters }).toString('latin1').replaceAll('OPS/a.xhtml', 'OPS/b.xhtml');
    expect(await failure(Buffer.from(absent, 'latin1'))).toBe('document_unreadable damaged');
  });

  it('SUM-05 ends with a typed error wherever a file is cut', async () => {
    const epub = makeEpub({ chapters, metadata, cover: png });
    for (let part = 0; part < 20; part++) {
      const end = await failure(epub.subarray(0, Math.floor((epub.length * part) / 20)));
      expect(end).toMatch(/^(?:document_unreadable damaged|input_unsupported)$/);
    }
  }, 60_000);
});

describe('hostile archives', () => {
  const main = 'word/document.xml';

  it('SUM-05 refuses bombs: a high ratio, too many entries, overlapping entries', async () => {
    const bomb = { name: main, content: Buffer.alloc(60_000_000, 'a') };
    expect(await failure(makeZip([bomb]))).toBe('document_unreadable refused');
    const many = Array.from({ length: 10_001 }, (_, index) => ({ name: `e${index}`, content: '', store: true }));
    expect(await failure(makeZip([{ name: main, content: '<a/>' }, ...many]))).toBe('document_unreadable refused');
    const twice = makeZip([
      { name: main, content: '<a>words</a>', store: true },
      { name: 'word/styles.xml', content: '<b/>', store: true },
    ]);
    // The second entry of the directory points to the bytes of the first.
    const at = twice.lastIndexOf('PK\x01\x02', undefined, 'latin1');
    twice.writeUInt32LE(0, at + 42);
    expect(await failure(twice)).toBe('document_unreadable refused');
  });

  it('SUM-05 refuses bombs with false sizes, and archives that are too large in total', async () => {
    const liar = makeZip([{ name: main, content: Buffer.alloc(60_000_000, 'a') }]);
    liar.writeUInt32LE(100, liar.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24);
    expect(await failure(liar)).toBe('document_unreadable refused');
    // Each entry is too small for its ratio to be checked.
    const body = `<!--${'a'.repeat(4_000_000)}-->`;
    const chapters = Array.from({ length: 60 }, (_, index) => ({ file: `${index}.xhtml`, title: 'x', body }));
    expect(await failure(makeEpub({ chapters }))).toMatch(/^document_(?:unreadable refused|too_large)$/);
  }, 60_000);

  it('SUM-05 reads UTF-8 names without the flag, and an archive with bytes after its end', async () => {
    const epub = makeEpub({ chapters: [{ file: '第一章.xhtml', title: 'A', body: '<p>A line of words.</p>' }] });
    for (let at = epub.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = epub.indexOf('PK\x01\x02', at + 4, 'latin1'))
      epub.writeUInt16LE(0, at + 8);
    expect(texts(await read(epub))).toEqual(['A line of words.']);
    const said = Buffer.concat([epub, Buffer.from('a comment')]);
    said.writeUInt16LE(9, epub.length - 2);
    for (const bytes of [Buffer.concat([epub, Buffer.from('\r\n')]), said, Buffer.concat([said, Buffer.from('\0')])])
      expect(texts(await read(bytes))).toEqual(['A line of words.']);
  });

  it('SUM-05 refuses paths out of the archive and entries behind a password', async () => {
    for (const name of ['../outside', '/etc/passwd', 'a\\..\\b', 'C:/x', 'a/../../b'])
      expect(
        await failure(
          makeZip([
            { name: main, content: '<a/>' },
            { name, content: 'x' },
          ]),
        ),
      ).toBe('document_unreadable refused');
    expect(await failure(makeZip([{ name: main, content: '<a/>', flags: 1 }]))).toBe('document_unreadable encrypted');
  });

  it('SUM-05 reads nothing but the archive: entities neither grow nor open files, and depth is harmless', async () => {
    const laughs = `<!DOCTYPE d [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]><w:document><w:body><w:p><w:r><w:t>said &b; &f; end</w:t></w:r></w:p></w:body></w:document>`;
    const document = await read(makeZip([{ name: main, content: laughs }]));
    expect(texts(document)).toEqual(['said &b; &f; end']);
    const deep = `<w:document>${'<w:p>'.repeat(200_000)}<w:t>deep</w:t>${'</w:p>'.repeat(200_000)}</w:document>`;
    expect(await failure(makeZip([{ name: main, content: deep, store: true }]))).toBe('read');
  });

  it('SUM-05 refuses a PDF whose page unpacks to more than the memory limit', async () => {
    const small = makePdf({ pages: [['x']] }).toString('latin1');
    const bomb = deflateSync(Buffer.alloc(400_000_000, 'BT (aaaaaaa) Tj ET ')).toString('latin1');
    const swollen = small.replace(
      /<< {2}\/Length \d+ >>\nstream\n[^\n]*? cm BT[\s\S]*?\nendstream/,
      () => `<< /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n${bomb}\nendstream`,
    );
    expect(swollen.length).toBeGreaterThan(small.length + 100_000);
    const little = createDocumentReader({ memoryBytes: 512 * 1024 * 1024, timeoutMs: 30_000 });
    expect(await failure(Buffer.from(swollen, 'latin1'), little)).toMatch(/^(?:document_unreadable refused|timed_out)$/);
  }, 60_000);

  it('SUM-05 reads or refuses any document with flipped bytes', async () => {
    const sound = [
      makePdf({ pages: [['A line of words.'], ['Another one.']], outline: [{ title: 'A', page: 1 }] }),
      makeDocx(wordParagraph('A line of words.')),
      makeEpub({ chapters: [{ file: 'a.xhtml', title: 'A', body: '<p>A line of words.</p>' }] }),
    ];
    for (const [kind, bytes] of sound.entries())
      for (let round = 0; round < 12; round++) {
        const step = 23 + round * 17 + kind;
        const flipped = Buffer.from(
          bytes.map((byte, index) => (index > 8 && index % step === 0 ? byte ^ (1 << (round % 8)) : byte)),
        );
        expect(await failure(flipped)).toMatch(/^(?:read|document_\w+(?: \w+)?|input_unsupported)$/);
      }
  }, 60_000);

  it('SUM-05 ends at its limits of time and memory, and when the run is cancelled', async () => {
    const pdf = makePdf({ pages: Array.from({ length: 300 }, () => ['a line of words that takes a moment']) });
    expect(await failure(pdf, createDocumentReader({ timeoutMs: 50 }))).toBe('timed_out');
    await expect(reader({ bytes: pdf }, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    await expect(reader({ path: '/nowhere/a.pdf' }, AbortSignal.timeout(5000))).rejects.toMatchObject({ code: 'file_missing' });
  });
});
