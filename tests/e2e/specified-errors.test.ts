/** Every error that the product specification names (§8), raised on its page and read there: half of them in each language. */
import type { Page } from '@playwright/test';
import type { DatabaseClient } from '#db/client.ts';
import { generateLicenseKeys } from '#infra/licenses/own-license.ts';
import { expect, test } from '../harness/browser/e2e.ts';
import { withSeededServer } from '../harness/browser/seeded-server.ts';
import { specifiedErrors, wordsAt } from '../specified-errors.ts';

type Language = 'zh' | 'en';
type SpecifiedError = keyof typeof specifiedErrors;
type Place = {
  page: Page;
  database: DatabaseClient;
  userId: string;
  /** Words of the interface as a pattern: what is filled in may be anything. */
  word: (file: string, key: string) => Promise<RegExp>;
  /** Records that may go. */
  spare: [string, string];
};
type Row = { at: string | ((place: Place) => Promise<string>); raise: (place: Place) => Promise<void> };

/** Whatever is named so is refused by the database: the server answers as it does when it is broken. */
const broken = 'Broken';
const records = 'features/library/words/records';
const content = 'web/pages/content/words';
const folders = 'features/smart-folders/words';
const none = '0b7c6e5d-1111-4222-8333-444455556666';

async function breakWhatIsNamedSo(database: DatabaseClient, userId: string): Promise<void> {
  await database.query(`insert into collections (user_id, name, slug) values ($1, $2, 'broken'), ($1, 'Shelf', 'shelf')`, [
    userId,
    broken,
  ]);
  await database.query(`insert into smart_folders (user_id, name, tags, match_type) values ($1, $2, '{seed}', 'all')`, [
    userId,
    broken,
  ]);
  await database.query(`update contents set title = $1 where title = 'Recording 1'`, [broken]);
  // What has neither words nor text: a recording, and a page.
  await database.query(
    `update extractions set data = data || '{"transcript": null}' || case when data ->> 'title' = 'Recording 2'
       then '{"kind": "audio", "media": {"type": "audio", "mime": "audio/mpeg", "url": null, "blob": "media/none"}}'::jsonb
       else '{"kind": "page", "media": null}' end where data ->> 'title' in ('Recording 2', 'Recording 3')`,
  );
  await database.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
  for (const [table, when, condition] of [
    ['contents', 'update or delete', `old.title = '${broken}'`],
    ['collection_items', 'insert', `new.collection_id = (select id from collections where name = '${broken}')`],
    ['smart_folders', 'insert', `new.name = '${broken}'`],
    ['smart_folders', 'update or delete', `old.name = '${broken}'`],
    ['user', 'update', `new.name = '${broken}'`],
  ] as const) {
    const [row] = await database.query<{ id: string }>('select id from collections where name = $1', [broken]);
    const said = condition.replace(/\(select.*\)$/, `'${row?.id}'`);
    await database.query(
      `create trigger "refuse_${when[0]}" before ${when} on "${table}" for each row when (${said}) execute function refuse()`,
    );
  }
}

const idOf = async ({ database }: Place, title: string) =>
  (await database.query<{ id: string }>('select id from contents where title = $1', [title]))[0]?.id ?? '';
const pageOf = (title: string) => async (place: Place) => `/content/${await idOf(place, title)}`;
const table = '/user/videos?viewType=table';

const press = async ({ page, word }: Place, role: 'button' | 'menuitem', file: string, key: string) =>
  page
    .getByRole(role, { name: await word(file, key) })
    .first()
    .click();

/** Of the page of a content: in its menu, and what that leads to. */
async function choose(place: Place, ...keys: [file: string, key: string][]): Promise<void> {
  await press(place, 'button', content, 'content.actions.more');
  for (const [file, key] of keys) await press(place, 'menuitem', file, key);
}

/** In the table: these alone. */
async function select({ page, word }: Place, ...titles: string[]): Promise<void> {
  const clear = page.getByRole('button', { name: await word(records, 'records.select.none') });
  if (await clear.isVisible()) await clear.click();
  const one = await word(records, 'records.select.one');
  for (const title of titles) await page.getByRole('checkbox', { name: new RegExp(one.source.replaceAll('.+', title)) }).check();
}

async function deleteRecords(place: Place, ...titles: string[]): Promise<void> {
  await select(place, ...titles);
  await press(place, 'button', records, 'records.remove.action');
  await place.page
    .getByRole('alertdialog')
    .getByRole('button', { name: await place.word(records, 'records.remove.confirm') })
    .click();
}

async function exportRecords(place: Place, ...titles: string[]): Promise<void> {
  await select(place, ...titles);
  await press(place, 'button', 'features/exports/words/batch', 'exportBatch.action');
  await place.page.getByRole('menuitem', { name: 'Markdown' }).click();
}

async function moveTo(place: Place, collection: string, title: string): Promise<void> {
  await select(place, title);
  await press(place, 'button', 'features/collections/words/move', 'collectionMoves.action');
  await place.page.getByRole('menuitem', { name: collection }).click();
}

async function rename(place: Place, name: string): Promise<void> {
  const edit = place.page.getByRole('button', { name: await place.word('features/account/words', 'account.profile.edit') });
  const field = place.page
    .locator('input')
    .and(place.page.getByLabel(whole(await place.word('features/account/words', 'account.profile.username'))));
  await expect(edit.or(field)).toBeVisible();
  if (await edit.isVisible()) await edit.click();
  await field.fill(name);
  await place.page.keyboard.press('Enter');
}

const whole = ({ source }: RegExp) => new RegExp(`^(?:${source})$`);

const write = async (place: Place, label: [file: string, key: string], text: string) => {
  // Regions may be called like the field in them.
  const field = place.page.getByLabel(whole(await place.word(...label)));
  await place.page.locator('input').and(field).fill(text);
  await place.page.keyboard.press('Enter');
};

const summariseAll = (place: Place) => press(place, 'button', 'features/summaries/words/batch-summary', 'batchSummary.start');
const withNote = (database: DatabaseClient, note: string | null, link: string | null) =>
  database.query(`update contents set note = $1, note_version_id = null, source_url = $2 where title = 'Recording 3'`, [
    note,
    link,
  ]);

const raised: Record<SpecifiedError, Row> = {
  'please log in first': {
    at: '/user/videos?viewType=gallery&playlist=1',
    raise: (place) => press(place, 'button', 'features/watch-later/words', 'watchLater.add'),
  },
  'clipboard copy failed': {
    at: async (place) => {
      await place.database.query('update "user" set is_anonymous = false where id = $1', [place.userId]);
      return pageOf(broken)(place);
    },
    async raise(place) {
      await place.page.evaluate(() => {
        navigator.clipboard.write = () => Promise.reject(new Error('refused'));
        navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      });
      await press(place, 'button', content, 'content.actions.copyNote');
    },
  },
  'note update failed': {
    at: pageOf(broken),
    raise: (place) => press(place, 'button', 'features/notes/words', 'notes.marks.favorite'),
  },
  'tag operation failed': {
    at: pageOf(broken),
    async raise(place) {
      await press(place, 'button', 'features/notes/words', 'notes.marks.add');
      await write(place, ['features/notes/words', 'notes.marks.newTag'], 'oven');
      await place.page.keyboard.press('Escape');
    },
  },
  'delete failed': {
    at: pageOf(broken),
    async raise(place) {
      await choose(place, [content, 'content.actions.remove']);
      const confirm = await place.word(content, 'content.remove.confirm');
      await place.page.getByRole('alertdialog').getByRole('button', { name: confirm }).click();
    },
  },
  'fetching subtitles failed': {
    at: pageOf('Recording 2'),
    raise: (place) =>
      choose(place, [content, 'content.actions.download'], ['features/transcripts/words', 'transcripts.downloadSrt']),
  },
  'download failed': {
    at: pageOf('Recording 3'),
    raise: (place) => choose(place, [content, 'content.actions.download'], [content, 'content.actions.downloadArticle']),
  },
  'missing content ID': { at: '/content', raise: async () => undefined },
  'page out of range': { at: `${table}&jumpToPage=9`, raise: async () => undefined },
  'page could not be loaded': { at: `${table}&jumpToPage=2&smartFolder=${none}`, raise: async () => undefined },
  // The server has no way to fail at this alone.
  'heatmap query failed': {
    at: '/user/videos?viewType=list',
    async raise(place) {
      await place.page.route(/user\.noteDays/, (route) => route.fulfill({ status: 500, body: '' }));
      await press(place, 'button', records, 'records.heatmap.toggle');
      await said(place, 'heatmap query failed');
      // Later requests ask for it together with others.
      await place.page.unroute(/user\.noteDays/);
    },
  },
  'batch summarise: all have notes': { at: table, raise: summariseAll },
  'batch summarise: nothing to do': {
    at: table,
    async raise(place) {
      await withNote(place.database, null, null);
      await summariseAll(place);
    },
  },
  'batch export with no summaries': { at: table, raise: (place) => exportRecords(place, 'Recording 3') },
  'batch export with only some summaries': {
    at: table,
    raise: (place) => exportRecords(place, 'Recording 3', 'Recording 4'),
  },
  'batch summarise: one failed': {
    at: table,
    async raise(place) {
      // A port where nobody answers.
      await place.database.query(`update sources set key = 'url:http://127.0.0.1:9/', url = 'http://127.0.0.1:9/'
        where id = (select source_id from contents where title = 'Recording 3')`);
      await withNote(place.database, null, 'http://127.0.0.1:9/');
      await summariseAll(place);
    },
  },
  moved: { at: table, raise: (place) => moveTo(place, 'Shelf', place.spare[0]) },
  'already in the collection': { at: table, raise: (place) => moveTo(place, 'Shelf', place.spare[0]) },
  'move failed': { at: table, raise: (place) => moveTo(place, broken, 'Recording 4') },
  'operation in progress': {
    at: table,
    async raise(place) {
      const [task] = await place.database.query<{ id: string }>(
        `insert into tasks (kind, key, user_id, payload, state) values ('delete_contents', $1, $1, $2, 'running') returning id`,
        [place.userId, { contentIds: [none] }],
      );
      await deleteRecords(place, 'Recording 4');
      await said(place, 'operation in progress');
      await place.database.query('delete from tasks where id = $1', [task?.id]);
    },
  },
  'batch delete: all failed': { at: `${table}&pageSize=50`, raise: (place) => deleteRecords(place, broken) },
  'batch delete: partly': { at: table, raise: (place) => deleteRecords(place, broken, place.spare[0]) },
  'batch delete: done': { at: table, raise: (place) => deleteRecords(place, place.spare[1]) },
  'invalid API key': {
    at: '/user/settings?section=model',
    raise: (place) => write(place, ['features/credentials/words/settings', 'credentials.modelKey.field'], 'sk-short'),
  },
  'license not activated': {
    at: '/user/settings?section=time',
    raise: (place) => write(place, ['features/metering/words', 'metering.license.field'], 'no key'),
  },
  'username not updated': { at: '/user/profile', raise: (place) => rename(place, broken) },
  'username updated': { at: '/user/profile', raise: (place) => rename(place, 'Ada') },
  'smart folder not saved': {
    at: '/user/smart-folders',
    async raise(place) {
      await press(place, 'button', folders, 'smartFolders.edit');
      await press(place, 'button', folders, 'smartFolders.dialog.save');
    },
  },
  'smart folder not deleted': {
    at: '/user/smart-folders?again',
    raise: (place) => press(place, 'button', folders, 'smartFolders.remove'),
  },
  'smart folder not created': {
    at: '/user/smart-folders',
    async raise(place) {
      await press(place, 'button', folders, 'smartFolders.create');
      await write(place, [folders, 'smartFolders.dialog.tags'], 'oven');
      await write(place, [folders, 'smartFolders.dialog.name'], broken);
    },
  },
};

async function said({ page, word }: Place, error: SpecifiedError): Promise<void> {
  for (const { file, key } of specifiedErrors[error])
    await expect(page.getByText(await word(file, key)).first(), `${error}: ${key}`).toBeVisible();
}

/** `{{name}}` is anything; a count has another form in English. */
async function patternOf(file: string, key: string, language: Language): Promise<RegExp> {
  const forms = [await wordsAt({ file, key }, language), await wordsAt({ file, key: key.replace(/_other$/, '_one') }, language)];
  const escaped = forms
    .filter((form) => typeof form === 'string')
    .map((form) =>
      form
        .split(/\{\{\w+\}\}/)
        .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
        .join('.+'),
    );
  return new RegExp(escaped.join('|'));
}

/** The second language begins with it: what is raised before leaves nothing open for what comes after. */
const firstInEnglish: SpecifiedError = 'moved';

test('API-02 every error of the specification is read on its page, half of them in each language', async ({ page, browser }) => {
  // Thirty errors on ten pages.
  test.slow();
  const { publicKey } = generateLicenseKeys();
  await withSeededServer(
    page,
    8,
    async ({ url, database, userId }) => {
      await breakWhatIsNamedSo(database, userId);
      const storageState = await page.context().storageState();
      await withNote(database, 'A note.', 'https://seed.test/3');
      const rows = Object.entries(raised) as [SpecifiedError, Row][];
      const half = rows.findIndex(([error]) => error === firstInEnglish);
      // That the words are there in both languages is proved by an integration test: here they are read in one of them.
      for (const [language, locale, part] of [
        ['zh', 'zh-CN', rows.slice(0, half)],
        ['en', 'en-GB', rows.slice(half)],
      ] as const) {
        const context = await browser.newContext({ locale, storageState, baseURL: url });
        const word = (file: string, key: string) => patternOf(file, key, language);
        const place: Place = { page: await context.newPage(), database, userId, word, spare: ['Recording 5', 'Recording 6'] };
        place.page.setDefaultTimeout(10_000);
        let at = '';
        for (const [error, row] of part)
          await test.step(`${language}: ${error}`, async () => {
            const next = typeof row.at === 'string' ? row.at : await row.at(place);
            if (next !== at) await place.page.goto(next);
            at = next;
            await row.raise(place);
            if (error !== 'operation in progress') await said(place, error);
          });
        await context.close();
      }
    },
    { env: { LICENSE_PUBLIC_KEYS: publicKey } },
  );
});
