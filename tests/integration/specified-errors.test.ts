/** Every error that the product specification names (§8): what the server answers, and the message of its own in both languages. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subtitleFile } from '#features/transcripts/ui/subtitle-file.ts';
import { errors as errorsEn } from '#i18n/words/en/errors.ts';
import { errors as errorsZh } from '#i18n/words/zh/errors.ts';
import { type ErrorCode, errorCodes } from '#lib/app-error.ts';
import { codeOf, type TestClient } from '../harness/http/client.ts';
import { waitFor } from '../harness/wait.ts';
import { specifiedErrors, wordsAt } from '../specified-errors.ts';
import { articleHtml, startWorld, summarise, type World } from './setup.ts';

const root = join(import.meta.dirname, '../..');

const interfaceCode = globSync('src/{features/*/ui,web,i18n,ui}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.|\/words\//.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

describe('a message of the interface', () => {
  test.each(Object.entries(specifiedErrors))('API-02 %s', async (_meaning, all) => {
    for (const one of all) {
      const [zh, en] = [await wordsAt(one, 'zh'), await wordsAt(one, 'en')];
      expect([one.key, typeof zh, typeof en]).toEqual([one.key, 'string', 'string']);
      expect(zh).toMatch(/\p{Script=Han}/u);
      expect(en).not.toMatch(/\p{Script=Han}/u);
      // Shown by some part of the interface; a server's own by what tells any refusal.
      if (!one.key.startsWith('errors.'))
        expect([one.key, interfaceCode.includes(`$.${one.key.replace(/_other$/, '')}`)]).toEqual([one.key, true]);
    }
  });

  test('API-02 no two errors have the same one', async () => {
    for (const language of ['zh', 'en'] as const) {
      const texts = await Promise.all(Object.values(specifiedErrors).flatMap((all) => all.map((one) => wordsAt(one, language))));
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    }
  });
});

let world: World;
let owner: TestClient;
let other: TestClient;
let guest: TestClient;
let contentId: string;

beforeAll(async () => {
  world = await startWorld({ env: { VERIFY_EMAIL: 'false', TIME_STARTING_MINUTES: '60' } });
  [owner, other, guest] = [world.client(), world.client(), world.client()];
  const password = 'correct horse battery';
  await owner.rpc.account.signUp.mutate({ email: 'errors@example.org', password, language: 'en' });
  await other.rpc.account.signUp.mutate({ email: 'others@example.org', password, language: 'en' });
  await guest.rpc.account.ensure.mutate();
  world.site.on('/erring', { body: articleHtml('The Erring Oven') });
  contentId = (await summarise(owner, `${world.site.url}/erring`)).contentId;
});
afterAll(() => world.close());

const none = '0b7c6e5d-1111-4222-8333-444455556666';

async function exported(client: TestClient, ...ids: string[]): Promise<void> {
  const response = await client.fetch('/api/exports/batch/md', { method: 'POST', body: JSON.stringify({ contentIds: ids }) });
  const answer = (await response.json()) as { error: { message: string } };
  throw new Error(answer.error.message);
}

async function activate(client: TestClient): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await client.fetch('/api/active-license', { method: 'POST', headers, body: '{"licenseKey":"no key"}' });
  return ((await response.json()) as { error: { message: string } }).error.message;
}

const refusals: [meaning: string, make: () => Promise<unknown>, code: ErrorCode][] = [
  ['delete failed, of somebody else’s', () => other.rpc.userNote.deleteContentWithCleanup.mutate({ contentId }), 'not_found'],
  ['note update failed', () => other.rpc.userNote.setFavorite.mutate({ contentId, favorite: true }), 'not_found'],
  ['tag operation failed', () => other.rpc.userNote.addTag.mutate({ contentId, tag: 'x' }), 'not_found'],
  ['please log in first', () => guest.rpc.playlist.add.mutate({ contentId }), 'sign_in_needed'],
  ['please log in first, for a new name', () => guest.rpc.user.updateUsername.mutate({ username: 'x' }), 'sign_in_needed'],
  [
    'move to collection failed',
    () => owner.rpc.share.addItemsToCollection.mutate({ collectionId: none, contentIds: [contentId] }),
    'not_found',
  ],
  [
    'invalid API key',
    () => owner.rpc.account.saveModelKey.mutate({ provider: 'openai', model: 'x', value: 'sk-short' }),
    'bad_request',
  ],
  ['license not known', async () => Promise.reject(new Error(await activate(owner))), 'license_invalid'],
  ['license of a guest', async () => Promise.reject(new Error(await activate(guest))), 'sign_in_needed'],
  ['heatmap query failed', () => owner.rpc.user.noteDays.query({ from: 'never', zone: 'UTC' }), 'bad_request'],
  ['smart folder operation failed', () => owner.rpc.smartFolder.delete.mutate({ id: none }), 'not_found'],
  ['fetching subtitles failed', async () => subtitleFile({ contentId, title: '', subtitles: [] }, 'srt'), 'subtitles_missing'],
  [
    'missing content ID',
    async () => subtitleFile({ contentId: undefined, title: '', subtitles: [] }, 'srt'),
    'content_id_missing',
  ],
  ['batch export with no summaries', () => exported(other, contentId), 'export_nothing'],
  ['batch export with only some summaries', () => exported(owner, contentId, none), 'export_incomplete'],
  ['page of an unknown folder', () => owner.rpc.user.videosByPage.query({ page: 1, smartFolder: none }), 'not_found'],
];

describe('a refusal of the server', () => {
  test.each(refusals)('API-02 %s', async (_meaning, make, code) => {
    const refused = await make().then(
      () => 'answered',
      (error: unknown) => (error instanceof Error && /^[a-z_]+$/.test(error.message) ? error.message : codeOf(error)),
    );
    expect(refused).toBe(code);
    expect(errorsZh[code]).toMatch(/\p{Script=Han}/u);
    expect(errorsEn[code]).toMatch(/^[^\p{Script=Han}]+$/u);
  });

  test('API-02 every code of the product has a message of its own in both languages', () => {
    for (const words of [errorsZh, errorsEn] as Record<string, string>[]) {
      const texts = errorCodes.map((code) => words[code] ?? '');
      expect(texts.filter((text) => text === '')).toEqual([]);
      expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
    }
  });
});

/** What is no refusal and yet told: by these answers the interface chooses its message. */
const outcomes: [meaning: string, make: () => Promise<unknown>, answer: object][] = [
  ['page out of range', () => owner.rpc.user.videosByPage.query({ page: 7 }), { currentPage: 1, redirectedToLastPage: true }],
  ['all items have notes', () => owner.rpc.video.batchSummarise.mutate({}), { outcome: 'all_have_notes', total: 0 }],
  ['nothing to summarise', () => other.rpc.video.batchSummarise.mutate({}), { outcome: 'nothing_to_do', total: 0 }],
  [
    'already in the collection',
    async () => {
      const { collection } = await owner.rpc.share.createCollection.mutate({ name: 'Errors', contentIds: [contentId] });
      return owner.rpc.share.addItemsToCollection.mutate({ collectionId: collection.id, contentIds: [contentId] });
    },
    { addedCount: 0, skippedCount: 1 },
  ],
  ['username updated', () => owner.rpc.user.updateUsername.mutate({ username: ' Ada ' }), { username: 'Ada' }],
  [
    'batch delete: success with its count',
    async () => {
      await owner.rpc.userNote.deleteMany.mutate({ contentIds: [contentId, none] });
      return waitFor('the end', async () => {
        const ended = await owner.rpc.userNote.deletionResult.query();
        return ended?.state === 'completed' ? ended : undefined;
      });
    },
    { total: 1, deleted: 1, failed: [] },
  ],
];

describe('an outcome of the server', () => {
  test.each(outcomes)('API-02 %s', async (_meaning, make, answer) => {
    expect(await make()).toMatchObject(answer);
  });
});
