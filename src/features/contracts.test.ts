/** What calls take: the longest and shortest values, and what is cut off them. One beyond each is refused. */
import { describe, expect, test } from 'vitest';
import { articlesContract } from './articles/contract.ts';
import { askContract } from './ask/contract.ts';
import { channelContract } from './channels/contract.ts';
import { chatContract } from './chat/contract.ts';
import { contentsContract } from './contents/contract.ts';
import { exportsContract } from './exports/contract.ts';
import { highlightsContract } from './highlights/contract.ts';
import { ingestContract } from './ingest/contract.ts';
import { libraryContract } from './library/contract.ts';
import { linksContract } from './links/contract.ts';
import { outputsContract } from './outputs/contract.ts';
import { promptsContract } from './prompts/contract.ts';
import { smartFolderContract } from './smart-folders/contract.ts';
import { speechContract } from './speech/contract.ts';
import { summariesContract } from './summaries/contract.ts';
import { transcriptsContract, zTranscriptEdit } from './transcripts/contract.ts';

type Schema = { safeParse(input: unknown): { success: boolean; data?: unknown } };
type Field = readonly [field: string, taken: readonly unknown[], refused: readonly unknown[]];

const id = '5b0c1a52-59a5-4f0e-9d1f-0d6f3c0c7a11';
const long = (length: number) => 'x'.repeat(length);
const many = (count: number, value: unknown = id) => Array.from({ length: count }, () => value);
/** A text of which spaces around it do not count. */
const trimmed = (field: string, most: number): Field => [field, ['x', long(most)], ['', ' \n', long(most + 1)]];
const upTo = (field: string, most: number): Field => [field, ['', long(most)], [long(most + 1)]];
const whole = (field: string, least: number, most: number): Field => [field, [least, most], [least - 1, most + 1, least + 0.5]];

function expectTaken(schema: Schema, input: object, fields: readonly Field[]): void {
  expect(schema.safeParse(input).success).toBe(true);
  const isTaken = (field: string) => (value: unknown) => schema.safeParse({ ...input, [field]: value }).success;
  for (const [field, taken, refused] of fields) {
    const shown = (values: readonly unknown[]) => values.map((value) => [field, JSON.stringify(value).slice(0, 40)]);
    expect(shown(taken.filter((value) => !isTaken(field)(value)))).toEqual([]);
    expect(shown(refused.filter(isTaken(field)))).toEqual([]);
  }
}

const read = (schema: Schema, input: object) => schema.safeParse(input).data;

describe('calls take', () => {
  test('questions about one content', () => {
    expectTaken(chatContract['chat.ask'].input, { contentId: id, question: 'x' }, [
      trimmed('question', 4000),
      ['contentId', [], ['x']],
    ]);
    expectTaken(chatContract['chat.retry'].input, { contentId: id, messageId: 'x' }, [
      ['messageId', [long(200)], ['', long(201)]],
    ]);
    expectTaken(chatContract['chat.find'].input, { contentId: id, query: 'x' }, [trimmed('query', 200)]);
    expect(read(chatContract['chat.find'].input, { contentId: id, query: ' a b ' })).toEqual({ contentId: id, query: 'a b' });
    expect(read(chatContract['chat.ask'].input, { contentId: id, question: '\n a ' })).toEqual({ contentId: id, question: 'a' });
  });

  test('questions about many contents, of one kind of scope', () => {
    const asked = { question: 'x', scope: {}, noteLanguage: 'en' };
    const scopes = [{ contents: many(100) }, { contents: [id] }, { collection: id }, { tag: 'a', collection: id }];
    const refused = [
      { contents: many(101) },
      { contents: [] },
      { contents: [id], collection: id },
      { collection: 'x' },
      { x: 1 },
    ];
    expectTaken(askContract['ask.ask'].input, asked, [
      trimmed('question', 1000),
      ['scope', scopes, refused],
      ['after', [id], ['x']],
    ]);
    expectTaken(askContract['ask.again'].input, { id, noteLanguage: 'zh' }, [['noteLanguage', ['en'], ['xx', '']]]);
    expect(read(askContract['ask.ask'].input, { ...asked, question: ' a ' })).toEqual({ ...asked, question: 'a' });
  });

  test('channels, and pages of what is new', () => {
    expectTaken(channelContract['channel.entries'].input, {}, [
      whole('limit', 1, 100),
      upTo('cursor', 200),
      ['channelId', [id], ['x']],
    ]);
    expect(read(channelContract['channel.entries'].input, {})).toEqual({ limit: 30 });
    expectTaken(channelContract['channel.follow'].input, { url: 'x' }, [['url', [long(4096)], ['', long(4097)]]]);
    expectTaken(channelContract['channel.saveSettings'].input, { monthlyMinutes: 1 }, [whole('monthlyMinutes', 0, 60_000)]);
    expectTaken(channelContract['digest.week'].input, {}, [['day', ['2026-11-23'], ['1999-12-31', '2026-02-30', '']]]);
    expectTaken(channelContract['explore.channels'].input, { kind: 'podcast' }, [['kind', ['channel'], ['video', '']]]);
    expectTaken(channelContract['channel.importOpml'].input, { opml: 'x' }, [['opml', ['<opml/>'], ['']]]);
  });

  test('contents, by their titles and by as many ids as can be chosen', () => {
    expectTaken(contentsContract['content.rename'].input, { contentId: id, title: 'x' }, [trimmed('title', 300)]);
    expectTaken(contentsContract['userNote.deleteMany'].input, { contentIds: [id] }, [
      ['contentIds', [many(100_000)], [[], ['x'], many(100_001)]],
    ]);
  });

  test('as many notes to export as their format allows', () => {
    const schema = exportsContract['exports.check'].input;
    expectTaken(schema, { contentIds: [id], format: 'md' }, [
      ['contentIds', [many(10_000)], [[], many(10_001)]],
      ['format', ['pdf', 'epub'], ['doc', '']],
    ]);
    expectTaken(schema, { contentIds: [id], format: 'pdf' }, [['contentIds', [many(500)], [many(501)]]]);
    const refused = exportsContract['exports.check'].input.safeParse({ contentIds: many(501), format: 'pdf' });
    expect(refused.error?.issues.map(({ path }) => path)).toEqual([['contentIds']]);
  });

  test('highlights with their words and place', () => {
    const anchors = { exact: 'x', prefix: '', suffix: '', start: 0, alone: true };
    const quotes: Field = [
      'anchors',
      [anchors, { ...anchors, exact: long(10_000), prefix: long(64), suffix: long(64), start: 100_000_000, alone: false }],
      [
        ...[
          { exact: '' },
          { exact: long(10_001) },
          { exact: 'a\0' },
          { exact: '\ud800' },
          { prefix: long(65) },
          { suffix: long(65) },
        ],
        ...[{ start: -1 }, { start: 100_000_001 }, { start: 0.5 }, { alone: 'yes' }, { more: 1 }],
      ].map((field) => ({ ...anchors, ...field })),
    ];
    const made = {
      ...{ id, contentId: id, highlight_text: 'x', scope: 'note', section_id: null, content_key: 'note', colour: 'yellow' },
      anchors,
    };
    expectTaken(highlightsContract['highlights.create'].input, made, [
      quotes,
      ['highlight_text', ['x', ' x ', long(10_000)], ['', ' \n', long(10_001), 'a\0', '\udc00']],
      [
        'section_id',
        ['#t=1', '#t=1234567.123', '#p1', '#p1234567', null],
        ['#t=', '#t=1.', '#t=1.1234', '#p', '#p12345678', 'a#p1', '#p1a'],
      ],
      ['content_key', ['a', '-_1', 'x'.repeat(80)], ['', 'a b', long(81), 'a/']],
      upTo('comment', 10_000),
    ]);
    expect(read(highlightsContract['highlights.create'].input, made)).toEqual({ ...made, comment: '' });
    expectTaken(highlightsContract['highlights.update'].input, { highlightId: id }, [
      upTo('comment', 10_000),
      ['colour', ['blue'], ['x']],
    ]);
    expectTaken(highlightsContract['highlights.list'].input, {}, [
      whole('limit', 1, 500),
      upTo('cursor', 200),
      upTo('search', 200),
    ]);
    expect(read(highlightsContract['highlights.list'].input, {})).toEqual({ limit: 30 });
    const items = (count: number) => many(count, { id, anchors });
    expectTaken(highlightsContract['highlights.reattach'].input, { contentId: id, items: items(1) }, [
      ['items', [items(100)], [[], items(101), [{ id }], [{ id: 'x', anchors }]]],
    ]);
  });

  test('links, files and lists', () => {
    expectTaken(ingestContract['ingest.preview'].input, { text: 'x' }, [upTo('text', 20_000)]);
    const item = { url: 'x' };
    const upload = { uploadId: 'a'.repeat(32) };
    const submitted = { items: [item], noteLanguage: 'en' };
    const one = (value: object) => [value];
    expectTaken(ingestContract['ingest.submit'].input, submitted, [
      [
        'items',
        [
          many(50, item),
          ...[
            { url: long(4096) },
            { url: 'x', title: '' },
            { url: 'x', title: long(1000) },
            { url: 'x', durationSeconds: 0 },
          ].map(one),
          ...[{ url: 'x', durationSeconds: 1_000_000 }].map(one),
        ],
        [
          [],
          many(51, item),
          ...[{ url: '' }, { url: long(4097) }, { url: 'x', title: long(1001) }, { url: 'x', durationSeconds: -1 }].map(one),
          ...[{ url: 'x', durationSeconds: 1_000_001 }, { ...upload, url: 'x' }, {}].map(one),
        ],
      ],
      ['detail', ['brief'], ['x']],
    ]);
    expectTaken(ingestContract['ingest.openListing'].input, item, [['url', [long(4096)], ['', long(4097)]]]);
    expectTaken(ingestContract['ingest.listingPage'].input, { listingId: id, offset: 0 }, [whole('offset', 0, 5000)]);
    expectTaken(ingestContract['ingest.queueItems'].input, { listingId: id, positions: [0], noteLanguage: 'en' }, [
      ['positions', [many(200, 5000)], [[], many(201, 0), [-1], [5001], [0.5]]],
    ]);
  });

  test('filters, pages and words of a search', () => {
    expectTaken(libraryContract['user.videos'].input, {}, [
      whole('limit', 1, 100),
      upTo('cursor', 1000),
      ['tag', ['x', long(1000)], ['', long(1001)]],
      ['smartFolder', [id], ['x']],
      ['todo', [true, false], ['true']],
    ]);
    expectTaken(libraryContract['user.videosByPage'].input, { page: 1 }, [
      whole('page', 1, 1_000_000),
      whole('pageSize', 1, 100),
    ]);
    expectTaken(libraryContract['user.searchVideos'].input, { keyword: 'x' }, [whole('limit', 1, 1000), upTo('keyword', 200)]);
    expect(read(libraryContract['user.searchVideos'].input, { keyword: ' a b ' })).toEqual({
      ...{ keyword: 'a b', limit: 1000, inTranscripts: false },
    });
    expectTaken(libraryContract['library.find'].input, { keyword: 'x' }, [whole('limit', 1, 20), upTo('keyword', 200)]);
    expect(read(libraryContract['library.find'].input, { keyword: ' x' })).toEqual({ keyword: 'x', limit: 5 });
    expectTaken(libraryContract['user.noteDays'].input, { from: '2026-01-01', zone: 'UTC' }, [
      ['zone', ['Europe/Berlin'], ['', 'Nowhere/City', long(65)]],
      ['to', ['2026-02-01'], ['2026-02-30', '']],
    ]);
  });

  test('links, with a note of one’s own', () => {
    const comment = { url: 'x', note: 'x', noteLanguage: 'en' };
    expectTaken(linksContract['link.comment'].input, comment, [
      ['url', [long(4096)], ['', long(4097)]],
      trimmed('note', 20_000),
      upTo('title', 300),
      upTo('siteName', 100),
    ]);
    expect(read(linksContract['link.comment'].input, { ...comment, note: ' a\n' })).toEqual({ ...comment, note: 'a' });
    expectTaken(linksContract['link.favicon'].input, { hostname: 'x' }, [upTo('hostname', 253)]);
  });

  test('what is to be made of a note', () => {
    expectTaken(outputsContract['output.makeImages'].input, { contentId: id }, [trimmed('prompt', 2000), whole('count', 1, 4)]);
    expect(read(outputsContract['output.makeImages'].input, { contentId: id, prompt: ' a ' })).toEqual({
      ...{ contentId: id, prompt: 'a', count: 1 },
    });
    expectTaken(outputsContract['output.makeMusic'].input, { contentId: id }, [trimmed('prompt', 2000), trimmed('lyrics', 3500)]);
    expect(read(outputsContract['output.makeMusic'].input, { contentId: id, lyrics: ' a ' })).toEqual({
      contentId: id,
      lyrics: 'a',
    });
    for (const kind of ['output.music', 'output.images', 'output.visionArticles'] as const) {
      expectTaken(outputsContract[kind].input, {}, [whole('limit', 1, 100), upTo('cursor', 200)]);
      expect(read(outputsContract[kind].input, {})).toEqual({ limit: 30 });
    }
  });

  test('prompts of users, and official ones by their names', () => {
    const prompt = { title: 'x', customPrompt: 'x' };
    expectTaken(promptsContract['prompt.create'].input, prompt, [trimmed('title', 100), trimmed('customPrompt', 8000)]);
    expect(read(promptsContract['prompt.create'].input, { title: ' a ', customPrompt: ' b ' })).toEqual({
      title: 'a',
      customPrompt: 'b',
    });
    const names = ['official-ab', 'official-a-', `official-a${long(40)}`, id];
    const others = ['official-a', 'official--a', 'official-a1', 'official-A', ` ${id}`, 'official-', 'ab'];
    expectTaken(promptsContract['prompt.result'].input, { contentId: id, promptId: id }, [
      ['promptId', names, [...others, `official-a${long(41)}`, 'an official-ab', 'official-ab!', 'official-1b']],
    ]);
  });

  test('folders with a name and a condition', () => {
    const folder = { name: 'x', tags: ['a'], match_type: 'all', rules: {} };
    const schema = smartFolderContract['smartFolder.create'].input;
    expectTaken(schema, folder, [
      ['name', ['x', long(100), `${long(50)}${' '.repeat(900)}x`], ['', '  ', long(101), `x${' '.repeat(1000)}`]],
      ['tags', [['a'], many(20, 'a'), [long(100)]], [[], many(21, 'a'), [''], [long(101)]]],
      ['match_type', ['any'], ['none']],
      ['created_at', ['2026-11-23T00:00:00.000Z'], ['2026']],
    ]);
    expect(read(schema, { ...folder, name: ' a \n  b ' })).toEqual({ ...folder, name: 'a b' });
    expectTaken(schema, { ...folder, rules: { sites: ['a.org'] } }, [['tags', [[], ['a']], []]]);
    expectTaken(smartFolderContract['smartFolder.update'].input, { id, ...folder }, [['tags', [['a']], [[]]]]);
  });

  test('models of speech by their ids', () => {
    expectTaken(speechContract['speech.fetchModel'].input, { id: 'a' }, [
      ['id', ['a', '0', 'a-0', 'x'.repeat(64)], ['', '-a', 'A', 'a_b', 'a/b', long(65), 'a ']],
    ]);
  });

  test('work whose cost is asked for', () => {
    const link = { url: 'x', durationSeconds: 1 };
    const links = (count: number, of: object = {}) => many(count, { ...link, ...of });
    expectTaken(summariesContract['user.workCost'].input, { work: 'links', links: [], noteLanguage: 'en' }, [
      [
        'links',
        [links(50), links(1, { durationSeconds: null }), links(1, { durationSeconds: 0 }), links(1, { url: long(4096) })],
        [links(51), links(1, { durationSeconds: 1_000_001 }), links(1, { durationSeconds: -1 }), links(1, { url: long(4097) })],
      ],
    ]);
    for (const [schema, input] of [
      [summariesContract['user.workCost'].input, { work: 'batch' }],
      [summariesContract['video.batchSummarise'].input, {}],
    ] as const)
      expectTaken(schema, input, [['contentIds', [[id]], [[], ['x']]]]);
    expectTaken(summariesContract['content.useTrack'].input, { contentId: id, track: null }, [upTo('track', 500)]);
    expectTaken(summariesContract['content.progress'].input, {}, [upTo('lastEventId', 20)]);
    expectTaken(summariesContract['video.summary'].input, { url: 'x' }, [upTo('url', 4096), whole('waitMs', 0, 60_000)]);
    expect(read(summariesContract['video.summary'].input, { url: 'x' })).toEqual({ url: 'x', waitMs: 30_000 });
  });

  test('corrections of a transcript, and places in it', () => {
    const line = { line: 0, startMs: 0, was: '' };
    const place: Field[] = [
      ['line', [9], [-1, 0.5]],
      ['startMs', [0.5], [-1]],
      ['was', ['', long(100_000)], [long(100_001)]],
    ];
    expectTaken(zTranscriptEdit, { type: 'text', ...line, text: 'x' }, [...place, trimmed('text', 4000)]);
    expectTaken(zTranscriptEdit, { type: 'merge', ...line, next: '' }, [...place, upTo('next', 100_000)]);
    expectTaken(zTranscriptEdit, { type: 'split', ...line, at: 1 }, [...place, ['at', [2], [0, 1.5]]]);
    expectTaken(zTranscriptEdit, { type: 'speaker', ...line, speaker: null }, [...place, trimmed('speaker', 80)]);
    expectTaken(zTranscriptEdit, { type: 'rename', from: 'x', to: 'x' }, [
      ['from', [' ', long(400)], ['', long(401)]],
      trimmed('to', 80),
    ]);
    expect(read(zTranscriptEdit, { type: 'text', ...line, text: ' a ' })).toEqual({ type: 'text', ...line, text: 'a' });
    expect(read(zTranscriptEdit, { type: 'rename', from: ' a', to: ' b ' })).toEqual({ type: 'rename', from: ' a', to: 'b' });
    expectTaken(transcriptsContract['content.linesNear'].input, { contentId: id, anchor: { kind: 'time', ms: 0 } }, [
      [
        'anchor',
        [
          { kind: 'time', ms: 1e10 },
          { kind: 'paragraph', id: 0 },
          { kind: 'paragraph', id: 1e7 },
        ],
        [
          ...[
            { kind: 'time', ms: 1e10 + 1 },
            { kind: 'time', ms: -1 },
          ],
          ...[
            { kind: 'paragraph', id: -1 },
            { kind: 'paragraph', id: 1e7 + 1 },
            { kind: 'paragraph', id: 0.5 },
            { kind: 'page', id: 1 },
          ],
        ],
      ],
    ]);
    expectTaken(transcriptsContract['content.speechDensity'].input, { contentId: id, durationMs: 1 }, [
      ['durationMs', [0.5, 1e10], [0, 1e10 + 1]],
    ]);
    expectTaken(articlesContract['content.writeArticle'].input, { contentId: id, parts: 'all' }, [
      ['parts', ['rest', 0, 7], ['none', -1, 0.5]],
    ]);
  });
});
