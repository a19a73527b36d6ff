/** Moves all data of one account to another, when a guest signs in or the owner of a single-user server opens it to others. */
import { sql } from 'drizzle-orm';
import type { Tx } from './client.ts';
import { user } from './schema/auth.ts';
import { takeOverSubscription } from './take-over-subscription.ts';

/**
 * How each table with a column `user_id` is merged. `move`: its rows get the new owner. `unless`: they do so if the new owner has
 * none: merging accounts must not add up what each was given for being new. `sealed`: the caller has moved them,
 * because their secrets are bound to a user. `end`: they are deleted with the old account. A test finds missing tables.
 */
export const mergePlan: Readonly<Record<string, 'move' | 'unless' | 'sealed' | 'end'>> = {
  account: 'end',
  automatic_summaries: 'move',
  batches: 'move',
  channel_settings: 'unless',
  chat_history: 'move',
  collection_items: 'move',
  collections: 'move',
  contents: 'move',
  custom_prompts: 'move',
  deleted_collections: 'move',
  digest_settings: 'unless',
  digests: 'move',
  image_generations: 'move',
  ledger_accounts: 'unless',
  library_answer_sources: 'move',
  library_answers: 'move',
  library_search: 'move',
  library_stale: 'move',
  licenses: 'move',
  listings: 'move',
  model_keys: 'sealed',
  model_uses: 'move',
  music_generations: 'move',
  note_versions: 'move',
  prompt_results: 'move',
  referral_links: 'end',
  referrals: 'move',
  session: 'end',
  shared_notes: 'move',
  site_credentials: 'sealed',
  smart_folders: 'move',
  subscriptions: 'move',
  talk_article_parts: 'move',
  talk_articles: 'move',
  tasks: 'move',
  transcript_edits: 'move',
  transcript_translations: 'move',
  uploads: 'move',
  user_content_highlights: 'move',
  video_processing_tasks: 'move',
  watch_later: 'move',
};

/** Call before moving anything. False when one of the accounts is gone, for example a guest that was merged meanwhile. */
export async function lockForMerge(tx: Tx, { from, to }: { from: string; to: string }): Promise<boolean> {
  if (from === to) throw new TypeError('an account cannot be merged into itself');
  // Always locks in the same order, so that two opposite merges cannot deadlock.
  const locked = await tx.execute(sql`select id from ${user} where id in (${from}, ${to}) order by id for update`);
  return locked.rows.length === 2;
}

/** The caller has ended the tasks of `from`, locked both accounts and moved its secrets. Deletes the account `from`. */
export async function mergeAccounts(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  // Foreign keys include the owner, so they are violated until the end of the merge.
  await tx.execute(sql`set constraints all deferred`);
  const both = sql`create temporary table same_sources on commit drop as
    select theirs.id as old, mine.id as kept from contents theirs
    join contents mine on mine.source_id = theirs.source_id and mine.user_id = ${to}
    where theirs.user_id = ${from}`;
  await tx.execute(both);
  await joinContentsOfOneSource(tx);
  await pointAtKept(tx, from);
  // Time that was paid for this content and not used yet counts for the kept one.
  await tx.execute(sql`
    update ledger_holds hold set content_id = same_sources.kept from same_sources, ledger_accounts account
    where hold.content_id = same_sources.old and account.id = hold.account_id and account.user_id = ${from}`);
  await tx.execute(sql`delete from contents using same_sources where contents.id = same_sources.old`);
  await takeOverSubscription(tx, sql`theirs.user_id = ${from} and mine.user_id = ${to} and mine.channel_id = theirs.channel_id`);
  await tx.execute(sql`
    delete from subscriptions theirs using subscriptions mine
    where theirs.user_id = ${from} and mine.user_id = ${to} and mine.channel_id = theirs.channel_id`);
  await tx.execute(sql`
    delete from automatic_summaries theirs using automatic_summaries mine
    where theirs.user_id = ${from} and mine.user_id = ${to} and mine.source_key = theirs.source_key`);
  await tx.execute(sql`
    update channel_settings theirs set user_id = ${to} where user_id = ${from}
    and not exists (select 1 from channel_settings mine where mine.user_id = ${to})`);
  await tx.execute(sql`
    update digest_settings theirs set user_id = ${to} where user_id = ${from}
    and not exists (select 1 from digest_settings mine where mine.user_id = ${to})`);
  await tx.execute(sql`
    update digests mine set left_out = mine.left_out + theirs.left_out,
      items = mine.items || (select coalesce(jsonb_agg(item), '[]') from jsonb_array_elements(theirs.items) item
        where not exists (select 1 from jsonb_array_elements(mine.items) own where own ->> 'sourceKey' = item ->> 'sourceKey'))
    from digests theirs where theirs.user_id = ${from} and mine.user_id = ${to} and mine.week = theirs.week`);
  await tx.execute(sql`
    delete from digests theirs using digests mine
    where theirs.user_id = ${from} and mine.user_id = ${to} and mine.week = theirs.week`);
  for (const [table, how] of Object.entries(mergePlan))
    if (how === 'move') await tx.execute(sql`update ${sql.identifier(table)} set user_id = ${to} where user_id = ${from}`);
  // The key is how the reader of a written article or of a translation finds its task.
  await tx.execute(sql`
    update tasks set key = ${to}::text || substr(key, length(${from}::text) + 1)
    where user_id = ${to} and starts_with(key, ${from}::text || ':')`);
  await tx.execute(sql`
    update ledger_accounts theirs set user_id = ${to} where user_id = ${from}
    and not exists (select 1 from ledger_accounts mine where mine.user_id = ${to} and mine.kind = theirs.kind)`);
  await tx.execute(sql`update runs set key_user_id = ${to} where key_user_id = ${from}`);
  await tx.execute(sql`update admin_actions set subject_id = ${to} where subject_id = ${from}`);
  await tx.execute(sql`update referrals set referrer_id = ${to} where referrer_id = ${from}`);
  await tx.execute(sql`update admin_actions set admin_id = ${to} where admin_id = ${from}`);
  await tx.execute(sql`
    insert into blob_garbage (blob_key) select theirs.avatar_blob from ${user} theirs, ${user} mine
    where theirs.id = ${from} and mine.id = ${to} and theirs.avatar_blob is not null and mine.avatar_blob is not null`);
  await tx.execute(sql`
    update ${user} mine set avatar_blob = theirs.avatar_blob from ${user} theirs
    where theirs.id = ${from} and mine.id = ${to} and mine.avatar_blob is null`);
  await joinMemberships(tx, { from, to });
  await tx.execute(sql`drop table same_sources`);
  await tx.execute(sql`delete from ${user} where id = ${from}`);
}

/** What both have paid for is kept: a guest has nothing, but two accounts of one person may be found to be one. */
async function joinMemberships(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.execute(sql`
    update ${user} mine set is_lifetime = mine.is_lifetime or theirs.is_lifetime,
      paid_until = case when theirs.paid_until > now() then greatest(mine.paid_until, now()) + (theirs.paid_until - now())
        else mine.paid_until end
    from ${user} theirs where theirs.id = ${from} and mine.id = ${to}`);
}

/** Tables with one row per content and these columns. When both contents have one, the kept content's row stays. */
const onePerContent: Readonly<Record<string, readonly string[]>> = {
  talk_articles: [],
  transcript_translations: ['language'],
  prompt_results: ['prompt_id'],
  collection_items: ['collection_id'],
  shared_notes: [],
  batch_items: ['batch_id'],
  watch_later: [],
};

/**
 * How each table with a column `content_id` is merged. `move`: its rows get the kept content. `apart`: they do so in a statement of
 * their own. `end`: they are derived data, deleted with the old content. A test finds missing tables.
 */
export const contentPlan: Readonly<Record<string, 'move' | 'apart' | 'end'>> = {
  batch_items: 'move',
  chat_history: 'move',
  collection_items: 'move',
  extractions: 'move',
  image_generations: 'move',
  ledger_holds: 'apart',
  library_answer_sources: 'move',
  library_search: 'end',
  library_stale: 'end',
  music_generations: 'move',
  note_versions: 'move',
  passage_indexes: 'end',
  prompt_results: 'move',
  public_reports: 'move',
  shared_notes: 'move',
  square_search: 'end',
  talk_article_parts: 'move',
  talk_articles: 'move',
  tasks: 'move',
  transcript_edits: 'move',
  transcript_translations: 'move',
  user_content_highlights: 'move',
  video_processing_tasks: 'move',
  watch_later: 'move',
};

/**
 * Merges contents of the same source. The kept one takes over the other's note versions, highlights, answers and
 * places in collections; corrections, article and translations only if it has none.
 */
async function joinContentsOfOneSource(tx: Tx): Promise<void> {
  // What an administrator hid stays hidden under either address.
  await tx.execute(sql`
    update shared_notes mine set hidden_at = theirs.hidden_at from same_sources, shared_notes theirs
    where mine.content_id = same_sources.kept and theirs.content_id = same_sources.old and mine.hidden_at is null`);
  for (const [table, columns] of Object.entries(onePerContent)) {
    const alike = columns.map((column) => sql` and mine.${sql.identifier(column)} = theirs.${sql.identifier(column)}`);
    await tx.execute(sql`
      delete from ${sql.identifier(table)} theirs using same_sources, ${sql.identifier(table)} mine
      where theirs.content_id = same_sources.old and mine.content_id = same_sources.kept${sql.join(alike)}`);
  }
  // Corrections build on one another, so two lists of them cannot be mixed.
  await tx.execute(sql`
    delete from transcript_edits theirs using same_sources where theirs.content_id = same_sources.old
    and exists (select 1 from transcript_edits mine where mine.content_id = same_sources.kept)`);
  await tx.execute(sql`
    update chat_history mine set messages = theirs.messages || mine.messages from same_sources, chat_history theirs
    where mine.content_id = same_sources.kept and theirs.content_id = same_sources.old`);
  await tx.execute(sql`
    delete from chat_history theirs using same_sources, chat_history mine
    where theirs.content_id = same_sources.old and mine.content_id = same_sources.kept`);
  for (const [table, how] of Object.entries(contentPlan))
    if (how === 'move')
      await tx.execute(sql`
        update ${sql.identifier(table)} row set content_id = same_sources.kept from same_sources
        where row.content_id = same_sources.old`);
  await tx.execute(sql`
    update collections set cover_content_id = same_sources.kept from same_sources where cover_content_id = same_sources.old`);
  await takeRuns(tx);
  await takeNotes(tx);
}

/** A run goes on for the kept content, unless that has a note or waits for a run itself. */
async function takeRuns(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update contents mine set active_run_id = theirs.active_run_id, own_extraction_id = theirs.own_extraction_id,
      note_language = theirs.note_language, detail = theirs.detail,
      status = 'processing', problem_code = null, problem_params = null
    from same_sources, contents theirs
    where mine.id = same_sources.kept and theirs.id = same_sources.old
      and mine.note is null and mine.active_run_id is null and theirs.active_run_id is not null`);
  // What the run has been shown to have found.
  await tx.execute(sql`
    update contents mine set ${shownOfSource} from same_sources, contents theirs
    where mine.id = same_sources.kept and theirs.id = same_sources.old
      and mine.note is null and mine.active_run_id = theirs.active_run_id and theirs.extraction_id is not null`);
}

const shownOfSource = sql`
  extraction_id = coalesce(theirs.extraction_id, mine.extraction_id),
  title = case when mine.own_title then mine.title else theirs.title end, own_title = mine.own_title or theirs.own_title,
  kind = theirs.kind, content_type = theirs.content_type, author = theirs.author, site_name = theirs.site_name,
  description = theirs.description, published_at = theirs.published_at, language = theirs.language,
  duration_ms = theirs.duration_ms, cover_url = theirs.cover_url, cover_blob = theirs.cover_blob`;

/** If only the other content has a note, the kept one takes it, with what it was written from and what is shown beside it. */
async function takeNotes(tx: Tx): Promise<void> {
  // Words and options that were chosen for a run of the kept content stay.
  const ofRun = (column: string) => {
    const name = sql.identifier(column);
    return sql`${name} = case when mine.active_run_id is not distinct from theirs.active_run_id then theirs.${name} else mine.${name} end`;
  };
  await tx.execute(sql`
    update contents mine set note = theirs.note, note_version_id = theirs.note_version_id, note_excerpt = theirs.note_excerpt,
      note_tags = theirs.note_tags, open_todos = theirs.open_todos, done_todos = theirs.done_todos,
      status = theirs.status, problem_code = theirs.problem_code, problem_params = theirs.problem_params,
      ${ofRun('own_extraction_id')}, ${ofRun('note_language')}, ${ofRun('detail')}, ${shownOfSource}
    from same_sources, contents theirs
    where mine.id = same_sources.kept and theirs.id = same_sources.old and mine.note is null and theirs.note is not null`);
}

/** Replaces content ids in JSON and text columns, which no foreign key keeps up to date. */
async function pointAtKept(tx: Tx, from: string): Promise<void> {
  await tx.execute(sql`
    update library_answers asked set scope = jsonb_set(asked.scope, '{contents}', (
      select jsonb_agg(coalesce(same_sources.kept::text, chosen.id) order by chosen.place)
      from jsonb_array_elements_text(asked.scope -> 'contents') with ordinality chosen (id, place)
      left join same_sources on same_sources.old::text = chosen.id))
    where asked.user_id = ${from} and exists (
      select 1 from same_sources where jsonb_exists(asked.scope -> 'contents', same_sources.old::text))`);
  await tx.execute(sql`
    update deleted_collections gone set data = gone.data || jsonb_build_object(
      'coverContentId', coalesce(
        (select kept::text from same_sources where old::text = gone.data ->> 'coverContentId'), gone.data ->> 'coverContentId'),
      'items', (
        select coalesce(jsonb_agg(jsonb_set(listed.item, '{0}', to_jsonb(coalesce(same_sources.kept::text, listed.item ->> 0)))
          order by listed.place), '[]')
        from jsonb_array_elements(gone.data -> 'items') with ordinality listed (item, place)
        left join same_sources on same_sources.old::text = listed.item ->> 0))
    where gone.user_id = ${from}`);
  await tx.execute(sql`
    update image_generations made set operation_name = replace(made.operation_name, same_sources.old::text, same_sources.kept::text)
    from same_sources where made.user_id = ${from} and strpos(made.operation_name, same_sources.old::text) > 0`);
}
