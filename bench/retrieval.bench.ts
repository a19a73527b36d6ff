/**
 * Questions whose answers are known, over hours of real talk: the right item and a place within a minute of the answer among the
 * first five, beside PostgreSQL's own full-text search over passages of the same text. English: questions about meetings with the
 * lines that answer them (QMSum), asked of the meeting's own series and of everything; Chinese: the agenda of a topic as the question and its
 * stretch as the answer (VCSum). Half of the questions was looked at while weights were chosen (`--tuning`), the other half is
 * reported. Then what a question takes over 500 items of 60 minutes. Needs ../shared/fixtures.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inArray, type SQL, sql } from 'drizzle-orm';
import { createDatabase, type Db } from '#db/client.ts';
import { contents } from '#db/schema/content.ts';
import { findPlaces } from '#features/library/server/find-places.ts';
import { indexStale, settleIndex } from '#features/library/server/search-index.ts';
import { cloneDatabase, startPackagedCluster } from '../tests/harness/database/databases.ts';

const fixtures = process.env.GLEANER_FIXTURES ?? fileURLToPath(new URL('../../shared/fixtures', import.meta.url));
const tuning = process.argv.includes('--tuning');
const withMisses = process.argv.includes('--misses');
const first = 5;
const nearMs = 60_000;
const target = 0.8;

type Line = { text: string; speaker?: string };
type Item = { name: string; series: string; title: string; language: 'en' | 'zh'; lines: Line[] };
type Question = { item: string; series: string; text: string; spans: [first: number, last: number][]; kind: string };

const cleaned = (text: string) =>
  text
    .replace(/\{[a-z]+\}/g, '')
    .replace(/ ([.,?!'])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();

function meetings(): { items: Item[]; questions: Question[] } {
  const folder = join(fixtures, 'summary/qmsum-val');
  const items: Item[] = [];
  const questions: Question[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const name = file.replace('.json', '');
    const data = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      meeting_transcripts: { speaker: string; content: string }[];
      specific_query_list: { query: string; relevant_text_span: [string, string][] }[];
    };
    const series = name.replace(/_?\d+[a-d]?$/, (tail) => (/[a-d]$/.test(tail) ? tail.slice(0, -1) : ''));
    const lines = data.meeting_transcripts.map(({ speaker, content }) => ({ speaker, text: cleaned(content) }));
    items.push({ name, series, title: `Meeting ${name}`, language: 'en', lines });
    for (const { query, relevant_text_span } of data.specific_query_list) {
      const spans = relevant_text_span.map(([from, to]): [number, number] => [Number(from), Number(to)]);
      questions.push({ item: name, series, text: cleaned(query), spans, kind: 'en' });
    }
  }
  return { items, questions };
}

function talks(): { items: Item[]; questions: Question[] } {
  const rows = readFileSync(join(fixtures, 'summary/vcsum-dev/short_dev.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as { id: string; context: string[][]; agenda: string });
  const items = new Map<string, Item>();
  const questions: Question[] = [];
  for (const { id, context, agenda } of rows) {
    const name = id.split('_')[0] ?? id;
    const item = items.get(name) ?? { name, series: 'talks', title: `会议 ${name}`, language: 'zh', lines: [] };
    items.set(name, item);
    const from = item.lines.length;
    item.lines.push(...context.flat().map((text) => ({ text })));
    questions.push({ item: name, series: 'talks', text: agenda, spans: [[from, item.lines.length - 1]], kind: 'zh' });
  }
  return { items: [...items.values()], questions };
}

const times = new Map<Item, ReturnType<typeof speak>>();

function timed(item: Item): ReturnType<typeof speak> {
  const known = times.get(item) ?? speak(item);
  times.set(item, known);
  return known;
}

/** The sources have no times: they are computed from the length of the text, at the speed of speech. */
function speak({ lines, language }: Item) {
  const msPerUnit = language === 'zh' ? 220 : 65;
  let at = 0;
  return lines.map((line, id) => {
    const startMs = at;
    at += Math.max(300, line.text.length * msPerUnit);
    return { id, startMs, endMs: at, ...line };
  });
}

async function store(db: Db, userId: string, items: readonly Item[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const item of items) {
    const segments = timed(item);
    const data = {
      title: item.title,
      language: item.language,
      transcript: { language: item.language, origin: 'human', timed: true, segments },
      chapters: [],
    };
    const { rows } = await db.execute<{ id: string }>(sql`
      with source as (insert into sources (key, url) values (${`url:${item.name}`}, ${`https://bench.test/${item.name}`}) returning id),
        made as (insert into extractions (source_id, data) select id, ${JSON.stringify(data)}::jsonb from source returning id, source_id)
      insert into contents (user_id, source_id, extraction_id, status, kind, content_type, title, note_language)
        select ${userId}, source_id, id, 'completed', 'video', 'longVideo', ${item.title}, ${item.language} from made returning id`);
    ids.set(item.name, rows[0]?.id ?? '');
  }
  return ids;
}

type Hit = { item: string; startMs: number };
type Ask = (question: string, items: readonly string[]) => Promise<Hit[]>;

/** The same text in passages of about the same length, for PostgreSQL's own search. */
async function fillPlain(db: Db, items: readonly Item[]): Promise<void> {
  await db.execute(sql`create table plain (item text, start_ms float8, words tsvector)`);
  for (const item of items) {
    const passages: { startMs: number; text: string }[] = [];
    for (const { startMs, text } of timed(item)) {
      const last = passages.at(-1);
      if (last && last.text.length < (item.language === 'zh' ? 160 : 480)) last.text += ` ${text}`;
      else passages.push({ startMs, text });
    }
    await db.execute(sql`insert into plain select ${item.name}, p."startMs", to_tsvector('simple', p.text)
      from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb) as p ("startMs" float8, text text)`);
  }
  await db.execute(sql`create index on plain using gin (words)`);
}

const byPlain =
  (db: Db): Ask =>
  async (question, items) => {
    const { rows } = await db.execute<{ item: string; start_ms: number }>(sql`
      with asked as (select to_tsquery('simple', nullif(array_to_string(array(
        select quote_literal(lexeme) from unnest(to_tsvector('simple', ${question}))), ' | '), '')) as query)
      select item, start_ms from plain, asked where words @@ query and item = any(${sql.param(items)}::text[])
      order by ts_rank(words, query) desc limit ${first}`);
    return rows.map(({ item, start_ms }) => ({ item, startMs: start_ms }));
  };

const byPlaces =
  (db: Db, userId: string, ids: ReadonlyMap<string, string>): Ask =>
  async (question, items) => {
    const names = new Map([...ids].map(([name, id]) => [id, name]));
    const condition: SQL = inArray(
      contents.id,
      items.map((name) => ids.get(name) ?? ''),
    );
    const { places } = await findPlaces(db, { userId, condition, question, most: first });
    return places.map(({ contentId, startMs }) => ({ item: names.get(contentId) ?? '', startMs: startMs ?? 0 }));
  };

function isRight({ item, spans }: Question, hit: Hit, lines: ReturnType<typeof timed>): boolean {
  if (hit.item !== item) return false;
  return spans.some(([from, to]) => {
    const start = lines[from]?.startMs ?? 0;
    const end = lines[Math.min(to, lines.length - 1)]?.endMs ?? 0;
    return hit.startMs >= start - nearMs && hit.startMs <= end + nearMs;
  });
}

/** `named`: asks over everything, with the item's title in the question. */
async function score(questions: readonly Question[], items: readonly Item[], ask: Ask, scope: 'series' | 'all' | 'named') {
  let right = 0;
  const misses: Question[] = [];
  for (const question of questions) {
    const within = items.filter(({ series }) => scope !== 'series' || series === question.series).map(({ name }) => name);
    const item = items.find(({ name }) => name === question.item);
    const hits = await ask(scope === 'named' ? `${item?.title}: ${question.text}` : question.text, within);
    if (item && hits.some((hit) => isRight(question, hit, timed(item)))) right++;
    else misses.push(question);
  }
  return { share: right / questions.length, misses };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Enough lines of real talk, in another order, for `count` items of an hour. */
function hours(count: number, from: readonly Item[]): Item[] {
  const lines = from.filter(({ language }) => language === 'en').flatMap(({ lines }) => lines);
  const perItem = 3_600_000 / 65;
  let at = 0;
  return Array.from({ length: count }, (_, index) => {
    const taken: Line[] = [];
    for (let length = 0; length < perItem; at++) {
      const line = lines[(at * 7 + index * 131) % lines.length] ?? { text: 'so' };
      taken.push({ text: line.text });
      length += line.text.length;
    }
    return { name: `hour-${index}`, series: 'hours', title: `Hour ${index}`, language: 'en' as const, lines: taken };
  });
}

async function measureTimes(db: Db, questions: readonly Question[], items: readonly Item[]): Promise<void> {
  await db.execute(sql`insert into "user" (id, name, email) values ('hours', 'Hours', 'hours@example.org')`);
  const made = hours(500, items);
  await store(db, 'hours', made);
  const started = performance.now();
  const indexed = await indexStale(db, { most: 600 });
  await settleIndex(db);
  process.stdout.write(`\nmade searchable: ${((performance.now() - started) / indexed).toFixed(0)} ms for each hour of talk\n`);
  await db.execute(sql`vacuum (analyze)`);
  const times: number[] = [];
  for (const { text } of questions.filter(({ kind }) => kind === 'en').slice(0, 25)) {
    const before = performance.now();
    await findPlaces(db, { userId: 'hours', condition: undefined, question: text, most: 12 });
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
  process.stdout.write(
    `500 items of 60 minutes, ${times.length} questions: median ${median.toFixed(0)} ms, slowest ${worst.toFixed(0)} ms${worst > 2000 ? ' OVER' : ''}\n`,
  );
}

if (!existsSync(fixtures)) {
  process.stdout.write('Without ../shared/fixtures there is nothing to ask.\n');
  process.exit(0);
}
const cluster = await startPackagedCluster();
const database = await cloneDatabase(cluster.connection);
const { db, close } = createDatabase(database.connection, { max: 4, applicationName: 'bench' });
try {
  const sets = [meetings(), talks()];
  const items = sets.flatMap(({ items }) => items);
  const asked = sets.flatMap(({ questions }) => questions.filter((_, place) => (place % 2 === 0) === tuning));
  await db.execute(sql`insert into "user" (id, name, email) values ('bench', 'Bench', 'bench@example.org')`);
  const ids = await store(db, 'bench', items);
  await indexStale(db, { most: 1000 });
  await fillPlain(db, items);
  await db.execute(sql`vacuum (analyze)`);
  const [places, plain] = [byPlaces(db, 'bench', ids), byPlain(db)];
  process.stdout.write(`${items.length} items, ${asked.length} questions ${tuning ? 'for tuning' : 'kept aside'}\n`);
  process.stdout.write(`${''.padEnd(34)}${'questions'.padStart(10)}${'places'.padStart(10)}${'tsvector'.padStart(10)}\n`);
  const together = { asked: 0, ours: 0, theirs: 0 };
  for (const [name, kind, scope] of [
    ['English, of its own series', 'en', 'series'],
    ['Chinese, of all talks', 'zh', 'series'],
    ['English, of everything', 'en', 'all'],
    ['Chinese, of everything', 'zh', 'all'],
    ['English, of everything, named', 'en', 'named'],
    ['Chinese, of everything, named', 'zh', 'named'],
  ] as const) {
    const questions = asked.filter((question) => question.kind === kind);
    const ours = await score(questions, items, places, scope);
    const theirs = await score(questions, items, plain, scope);
    if (scope === 'series') {
      together.asked += questions.length;
      together.ours += ours.share * questions.length;
      together.theirs += theirs.share * questions.length;
    }
    const figures = [String(questions.length), percent(ours.share), percent(theirs.share)].map((cell) => cell.padStart(10));
    process.stdout.write(`${name.padEnd(34)}${figures.join('')}${scope === 'series' && ours.share < target ? ' UNDER' : ''}\n`);
    if (withMisses) for (const { item, text } of ours.misses) process.stdout.write(`    ${item}: ${text}\n`);
  }
  const shares = [together.ours, together.theirs].map((right) => percent(right / together.asked).padStart(10));
  process.stdout.write(`${'Both, of their own series'.padEnd(34)}${String(together.asked).padStart(10)}${shares.join('')}\n`);
  if (!tuning) await measureTimes(db, asked, items);
} finally {
  await close();
  await database.drop();
  await cluster.stop();
}
