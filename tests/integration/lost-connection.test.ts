/** A database that drops one statement in the middle of paid work: the work is tried again and ends well. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type DatabaseClient } from '#db/client.ts';
import type { TestClient } from '../harness/http/client.ts';
import { uploadFile } from '../harness/http/upload.ts';
import { type FakeLlm, startFakeLlm, wantsArticle, writeArticleFor, writeNoteFor } from '../harness/models/fake-llm.ts';
import { waitFor } from '../harness/wait.ts';
import { settled, startWorld, type World } from './setup.ts';

let world: World;
let llm: FakeLlm;
let database: DatabaseClient;
beforeAll(async () => {
  llm = await startFakeLlm();
  llm.script(({ prompt }) => {
    if (wantsArticle(prompt)) return { text: writeArticleFor(prompt), pieceLength: 500 };
    if (prompt.includes('Title of the talk'))
      return { text: [...prompt.matchAll(/^L(\d+) /gm)].map(([, id]) => `L${id} 第 ${id} 句`).join('\n') };
    if (prompt.includes('REQUEST-')) return { text: 'The keeper weighed his sacks. [L0]' };
    return { text: writeNoteFor(prompt), pieceLength: 500 };
  });
  world = await startWorld({ env: { OPENAI_BASE_URL: llm.url, OPENAI_API_KEY: 'sk-test', OPENAI_MODEL: 'fake-model' } });
  database = createDatabase(world.database, { max: 1, applicationName: 'test' });
});
afterAll(async () => {
  await database.close();
  await world.close();
  await llm.close();
});

function srt(): Buffer {
  const stamp = (s: number) => `00:${String(Math.floor(s / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')},000`;
  const said = Array.from({ length: 30 }, (_, i) => `Keeper ${i} weighed his own ${i + 3} sacks of rye in the year ${1700 + i}.`);
  return Buffer.from(said.map((text, i) => `${i + 1}\n${stamp(i * 4)} --> ${stamp(i * 4 + 4)}\n${text}\n`).join('\n'));
}

/** The first statement that stores a row that `when` holds for fails as it does when the server goes away; counts how many there were. */
async function failOnce(table: string, when: string): Promise<() => Promise<number>> {
  const name = `lost_${table}`;
  await database.query(`create sequence ${name}`);
  // A sequence counts on although the statement is rolled back.
  await database.query(
    `create function ${name}() returns trigger language plpgsql as $$ begin
       if nextval('${name}') = 1 then raise exception 'terminating connection' using errcode = '57P01'; end if;
       return new; end $$`,
  );
  await database.query(
    `create trigger ${name} before insert or update on ${table} for each row when (${when}) execute function ${name}()`,
  );
  return async () => {
    const [row] = await database.query<{ last: number }>(`select last_value::int as last from ${name}`);
    return row?.last ?? 0;
  };
}

async function open(): Promise<{ client: TestClient; contentId: string }> {
  const client = world.client();
  const contentId = await uploadFile(client, world.server.url, { name: 'keepers.srt', bytes: srt() });
  return { client, contentId };
}

test('SUM-08 CON-05 a note, an article, a translation and an answer outlive a statement that the database dropped', async () => {
  const tries = {
    note: await failOnce('runs', 'new.note is not null'),
    article: await failOnce('talk_article_parts', 'new.outcome is not null'),
    translation: await failOnce('transcript_translations', "new.lines <> '{}'"),
    prompt: await failOnce('prompt_results', 'new.text is not null'),
  };
  const { client, contentId } = await open();
  expect(await settled(client, contentId)).toMatchObject({ status: 'completed', problem: null, noteMethod: 'model' });

  const promptId = 'official-timeline';
  await client.rpc.content.writeArticle.mutate({ contentId, parts: 'all' });
  await client.rpc.content.translate.mutate({ contentId, language: 'zh' });
  await client.rpc.prompt.run.mutate({ contentId, promptId, language: 'en' });
  const ended = await waitFor(
    'the end of all three',
    async () => {
      const article = await client.rpc.content.writtenArticle.query({ contentId });
      const translation = await client.rpc.content.translation.query({ contentId, language: 'zh' });
      const { result } = await client.rpc.prompt.result.query({ contentId, promptId });
      const states = [article.state, translation.state, result?.state];
      return states.some((state) => state === 'running' || state === 'queued') ? undefined : states;
    },
    60_000,
  );
  expect(ended).toEqual(['completed', 'completed', 'completed']);
  // Each of them met it, and came again.
  for (const triesOf of Object.values(tries)) expect(await triesOf()).toBeGreaterThan(1);
}, 120_000);
