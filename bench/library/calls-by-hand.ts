/** Each list and search call of the server, and the best statement by hand for the same result. */
import type { Query } from '#db/client.ts';
import { gramsOfTerms } from '#lib/text/search-grams.ts';
import { commonWord, rareWord } from '../../tests/harness/database/realistic-library.ts';
import type { TestClient } from '../../tests/harness/http/client.ts';
import type { Library } from './data.ts';

/** The columns of an answer, without the texts that a search replaces. */
const rowColumns = `c.id, c.user_id, c.title, c.source_url, c.kind, c.cover_blob, c.note_tags, c.content_type, c.status, c.problem_code,
  c.problem_params, c.published_at, c.created_at, c.updated_at, c.duration_ms, c.active_run_id, r.progress,
  (select count(*)::int from user_content_highlights h where h.user_id = c.user_id and h.content_id = c.id and h.deleted_at is null) as highlights`;
const columns = `${rowColumns}, c.note_excerpt, c.description`;
const order = 'order by c.updated_at desc, c.id desc';
const typeCounts = 'select content_type, count(*)::int from contents where user_id = $1 group by content_type';
const inFolder = `(c.note_tags && '{河流,river}' or c.content_type = 'audio')`;

const marked = `exists (select 1 from user_content_highlights h where h.user_id = c.user_id and h.content_id = c.id and h.deleted_at is null)`;
const inNone = 'not exists (select 1 from collection_items i where i.user_id = c.user_id and i.content_id = c.id)';
const sorted = [
  ['title-asc', 'order by lower("left"(c.title, 100)) collate "C", c.id'],
  ['note-desc', `order by lower("left"(coalesce(c.note_excerpt, ''), 100)) collate "C" desc, c.id desc`],
] as const;

export type ByHand = (query: Query, library: Library) => Promise<unknown>;

const listByHand =
  (condition = 'true', { counted = false, by = order }: { counted?: boolean; by?: string } = {}): ByHand =>
  (query, { userId }) =>
    Promise.all([
      query(
        `select ${columns} from contents c left join tasks r on r.id = c.active_run_id where c.user_id = $1 and ${condition} ${by} limit 31`,
        [userId],
      ),
      query(typeCounts, [userId]),
      ...(counted ? [query(`select count(*)::int from contents c where c.user_id = $1 and ${condition}`, [userId])] : []),
    ]);

const byHighlights: ByHand = (query, { userId }) =>
  Promise.all([
    query(
      `with marked as (select content_id, count(*) as marks from user_content_highlights where user_id = $1 and deleted_at is null group by 1),
         first as (select id, coalesce(marks, 0) as marks from contents left join marked on content_id = id where user_id = $1 order by 2 desc, 1 desc limit 31)
       select ${columns} from first join contents c using (id) left join tasks r on r.id = c.active_run_id where c.user_id = $1 order by marks desc, c.id desc`,
      [userId],
    ),
    query(typeCounts, [userId]),
  ]);

const pageByHand =
  (page: number): ByHand =>
  (query, { userId }) =>
    Promise.all([
      query(
        `with ids as (select id from contents c where user_id = $1 ${order} limit 30 offset ${(page - 1) * 30})
         select ${columns} from ids join contents c using (id) left join tasks r on r.id = c.active_run_id where c.user_id = $1 ${order}`,
        [userId],
      ),
      query(typeCounts, [userId]),
    ]);

/** The answer also says whether the index is complete. */
const waits = 'select exists (select from library_stale where user_id = $1) as waits';

/**
 * The same rows in the same order with the same places, in one statement. `|| ''` and `offset 0`: a long text is unpacked
 * once and not for each use. Like the answer, it omits the note's beginning where another text shows what was found.
 */
const searchByHand =
  (word: string): ByHand =>
  async (query, { userId }) => [
    await query(waits, [userId]),
    await query(
      `with hits as (
         select c.id, c.updated_at, case when strpos(s.title, $3) > 0 then 0 else 1 end as rank from library_search s
         join contents c on c.user_id = s.user_id and c.id = s.content_id
         where s.user_id = $1 and s.part = 'note' and s.grams @> $2::int[]
           and (strpos(s.title, $3) > 0 or strpos(s.folded, $3) > 0 or strpos(s.description, $3) > 0)
         order by 3, c.updated_at desc, c.id desc limit 1000),
       placed as (
         select *, strpos(padded, $3) - 1 as place from (
           select hits.*, s.plain || '' as plain, ' ' || s.folded || ' ' as padded, strpos(s.description, $3) > 0 as described, s.starts
           from hits join library_search s on s.user_id = $1 and s.content_id = hits.id and s.part = 'note' offset 0) texts offset 0)
       select placed.rank, substr(plain, greatest(1, place - 40), 160) as snippet, length(plain) as length,
         case when strpos(padded, ' ' || $3 || ' ') > 0 then 0 when strpos(padded, ' ' || $3) > 0 then 1 else 2 end as word,
         starts[place - length(replace(left(plain, place - 1), chr(10), ''))] as at, ${rowColumns},
         case when described then c.description end as description,
         case when btrim(c.title) = '' or (place < 1 and not described) then c.note_excerpt end as note_excerpt
       from placed join contents c on c.id = placed.id and c.user_id = $1 left join tasks r on r.id = c.active_run_id
       order by placed.rank, placed.updated_at desc, placed.id desc`,
      [userId, gramsOfTerms([word]), word],
    ),
  ];

/**
 * The best five matches in titles and in notes with the same places as in the answer, and transcripts, which this library has
 * none of. Only these texts are unpacked.
 */
const findByHand =
  (word: string): ByHand =>
  async (query, { userId }) => [
    await query(waits, [userId]),
    await Promise.all([
      query(spoken, [userId, gramsOfTerms([word])]),
      query(
        `with hits as (
           select c.id, c.title, c.description, c.content_type, c.cover_blob, c.updated_at,
             case when strpos(s.title, $3) = 0 then 5 when s.title = $3 then 0 when starts_with(s.title, $3) then 1
               when strpos(' ' || s.title, ' ' || $3) > 0 then 2 else 3 end as rank
           from library_search s join contents c on c.user_id = s.user_id and c.id = s.content_id
           where s.user_id = $1 and s.part = 'note' and s.grams @> $2::int[]
             and (strpos(s.title, $3) > 0 or strpos(s.folded, $3) > 0 or strpos(s.description, $3) > 0)),
         best as (
           (select * from hits where rank < 5 order by rank, updated_at desc, id desc limit 5)
           union all (select * from hits where rank = 5 order by updated_at desc, id desc limit 5)),
         placed as (
           select *, strpos(padded, $3) - 1 as place from (
             select best.*, s.plain || '' as plain, ' ' || s.folded || ' ' as padded, strpos(s.description, $3) > 0 as described, s.starts
             from best join library_search s on s.user_id = $1 and s.content_id = best.id and s.part = 'note' offset 0) texts offset 0)
         select id, title, content_type, cover_blob, updated_at, rank, case when described then description end as description,
           substr(plain, greatest(1, place - 40), 160) as snippet, length(plain) as length,
           case when strpos(padded, ' ' || $3 || ' ') > 0 then 0 when strpos(padded, ' ' || $3) > 0 then 1 else 2 end as word,
           starts[place - length(replace(left(plain, place - 1), chr(10), ''))] as at
         from placed order by rank, updated_at desc, id desc`,
        [userId, gramsOfTerms([word]), word],
      ),
    ]),
  ];
const spoken = `select c.id from library_search s join contents c on c.user_id = s.user_id and c.id = s.content_id
  where s.user_id = $1 and s.part = 'transcript' and s.grams @> $2::int[] order by c.updated_at desc, c.id desc limit 15`;

const collectionPageByHand =
  (from: number): ByHand =>
  (query, { userId, collectionId }) =>
    Promise.all([
      query(
        `with items as (select content_id, position from collection_items where user_id = $1 and collection_id = $2 and position <= $3
           order by position desc nulls last, content_id desc nulls last limit 31)
         select ${columns} from items join contents c on c.id = items.content_id and c.user_id = $1
         left join tasks r on r.id = c.active_run_id order by items.position desc`,
        [userId, collectionId, from],
      ),
      query(
        `select *, (select count(*)::int from collection_items i where i.user_id = $1 and i.collection_id = $2) as count,
           (select c.cover_blob from (select content_id, position from collection_items i where i.user_id = $1 and i.collection_id = $2
              order by position desc nulls last, content_id desc nulls last limit 20) i
            join contents c on c.user_id = $1 and c.id = i.content_id and c.cover_blob is not null order by i.position desc limit 1) as cover
         from collections where user_id = $1 and id = $2`,
        [userId, collectionId],
      ),
    ]);

export type Call = { name: string; path: string; input?: object | undefined; byHand: ByHand };

const callParts = ['lists', 'searches', 'collections'] as const;
type CallPart = (typeof callParts)[number];

export const isCallPart = (name: string): name is CallPart => callParts.some((part) => part === name);

type Known = { client: TestClient; library: Library; own: number };

export async function callsOf(part: CallPart, known: Known): Promise<Call[]> {
  if (part === 'lists') return [...listsOf(known), ...overviews];
  return part === 'searches' ? searches : await collectionsOf(known);
}

function listsOf({ library: { folderId }, own }: Known): Call[] {
  const middle = Math.ceil(own / 60);
  return [
    { name: 'user.videos', path: 'user.videos', input: {}, byHand: listByHand() },
    ...sorted.map(([sort, by]) => ({
      name: `… by ${sort}`,
      path: 'user.videos',
      input: { sort },
      byHand: listByHand('true', { by }),
    })),
    { name: '… by highlights-desc', path: 'user.videos', input: { sort: 'highlights-desc' }, byHand: byHighlights },
    {
      name: '… of a tag',
      path: 'user.videos',
      input: { tag: '河流' },
      byHand: listByHand(`c.note_tags @> '{河流}'`, { counted: true }),
    },
    {
      name: '… with todos',
      path: 'user.videos',
      input: { todo: true },
      byHand: listByHand('c.open_todos > 0', { counted: true }),
    },
    { name: '… highlighted', path: 'user.videos', input: { highlighted: true }, byHand: listByHand(marked, { counted: true }) },
    {
      name: '… in no collection',
      path: 'user.videos',
      input: { notInCollection: true },
      byHand: listByHand(inNone, { counted: true }),
    },
    {
      name: '… of a smart folder',
      path: 'user.videos',
      input: { smartFolder: folderId },
      // The folder itself is read first.
      byHand: async (query, library) => [
        await query('select * from smart_folders where user_id = $1 and id = $2', [library.userId, library.folderId]),
        await listByHand(inFolder, { counted: true })(query, library),
      ],
    },
    { name: 'user.videosByPage, first', path: 'user.videosByPage', input: { page: 1 }, byHand: pageByHand(1) },
    { name: 'user.videosByPage, middle', path: 'user.videosByPage', input: { page: middle }, byHand: pageByHand(middle) },
  ];
}

const overviews: Call[] = [
  {
    name: 'user.tags',
    path: 'user.tags',
    byHand: (query, { userId }) =>
      query('select unnest(note_tags) as tag, count(*)::int from contents where user_id = $1 group by 1 order by 2 desc, 1', [
        userId,
      ]),
  },
  {
    name: 'user.noteDays',
    path: 'user.noteDays',
    input: { from: new Date(Date.now() - 360 * 86_400_000).toISOString().slice(0, 10), zone: 'Asia/Shanghai' },
    byHand: (query, { userId }) =>
      query(
        `select to_char(updated_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int from contents
           where user_id = $1 and note is not null and updated_at >= now() - interval '360 days' group by 1 order by 1`,
        [userId],
      ),
  },
  {
    name: 'smartFolder.list',
    path: 'smartFolder.list',
    byHand: (query, { userId }) =>
      Promise.all([
        query('select * from smart_folders where user_id = $1', [userId]),
        query(`select count(*)::int from contents c where user_id = $1 and ${inFolder}`, [userId]),
      ]),
  },
  {
    name: 'highlights.list',
    path: 'highlights.list',
    input: {},
    byHand: (query, { userId }) =>
      Promise.all([
        query(
          `select h.id, h.content_id, h.highlight_text, h.scope, h.section_id, h.content_key, h.comment, h.colour, h.created_at, h.updated_at,
             c.title, c.source_url from user_content_highlights h join contents c on c.user_id = h.user_id and c.id = h.content_id
           where h.user_id = $1 and h.deleted_at is null order by h.created_at desc nulls last, h.id desc nulls last limit 31`,
          [userId],
        ),
        query('select count(*)::int from user_content_highlights where user_id = $1 and deleted_at is null', [userId]),
      ]),
  },
];

const searches: Call[] = [
  ...[rareWord, commonWord, 'orchard'].map((word) => ({
    name: `user.searchVideos, ${word}`,
    path: 'user.searchVideos',
    input: { keyword: word },
    byHand: searchByHand(word),
  })),
  ...[rareWord, commonWord, 'orchard'].map((word) => ({
    name: `library.find, ${word}`,
    path: 'library.find',
    input: { keyword: word },
    byHand: findByHand(word),
  })),
];

async function collectionsOf({ client, library: { collectionId } }: Known): Promise<Call[]> {
  const { uniqueVideos } = await client.rpc.user.videos.query({ limit: 100 });
  const ids = uniqueVideos.map(({ content_id }) => content_id);
  const cursor = Buffer.from(JSON.stringify([100, ids[0]])).toString('base64url');
  return [
    {
      name: 'share.getCollectionDetails, first',
      path: 'share.getCollectionDetails',
      input: { id: collectionId },
      byHand: collectionPageByHand(1e9),
    },
    {
      name: '… far down',
      path: 'share.getCollectionDetails',
      input: { id: collectionId, cursor },
      byHand: collectionPageByHand(100),
    },
    {
      name: 'share.listUserCollections',
      path: 'share.listUserCollections',
      byHand: (query, { userId }) =>
        query(
          `select id, slug, name, is_public, hidden_at is not null as hidden, created_at, updated_at, coalesce(items.count, 0) as count from collections
           left join (select collection_id, count(*)::int from collection_items where user_id = $1 group by 1) items on items.collection_id = id
           where user_id = $1 order by updated_at desc, id desc limit 500`,
          [userId],
        ),
    },
    {
      name: 'share.getBatchContentCollections',
      path: 'share.getBatchContentCollections',
      input: { contentIds: ids },
      byHand: (query, { userId }) =>
        query(
          `select i.content_id, c.id, c.name, c.is_public from collection_items i join collections c on c.id = i.collection_id
           where i.user_id = $1 and i.content_id = any($2::uuid[]) order by c.name, c.id`,
          [userId, ids],
        ),
    },
  ];
}
