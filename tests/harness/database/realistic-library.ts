/**
 * Notes as people have them, half of them Chinese and half English: titles, sections with points that lead to their second,
 * todos, tags by a few habits, from a few lines to some pages. The same for the same seed.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { noteColumns } from '#features/notes/server/note-columns.ts';
import { contentTypes } from '#lib/content-type.ts';
import { chanceOf, sentence } from '../files/make-tracks.ts';

type Chance = () => number;

const tags = { en: ['pottery', 'river', 'to-read', 'work', 'favorited'], zh: ['陶艺', '河流', '待读', '工作', 'favorited'] };
const atOnce = 500;
/** A word of few notes, and one that a quarter of the Chinese ones have. */
export const rareWord = '望远镜';
export const rareEvery = 400;
export const commonWord = '图书馆';

/** Of a user who exists. `from`: where the count goes on, as addresses are one for all users. */
export async function fillLibrary(
  db: Db,
  { userId, notes, from = 0, seed = 1 }: { userId: string; notes: number; from?: number; seed?: number },
): Promise<void> {
  const chance = chanceOf(seed);
  for (let done = 0; done < notes; done += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, notes - done) }, (_, index) => recordOf(chance, from + done + index));
    await db.execute(sql`
      with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
          url text, type text, kind text, title text, description text, duration int, language text, note text, excerpt text, tags text[], open int, done int, age int)),
        source as (insert into sources (key, url) select 'url:' || url, url from given returning id, url)
      insert into contents (user_id, source_id, status, kind, content_type, title, description, source_url, duration_ms, note_language,
          note, note_excerpt, note_tags, open_todos, done_todos, created_at, updated_at)
        select ${userId}, source.id, 'completed', given.kind, given.type, given.title, given.description, given.url, given.duration, given.language,
          given.note, given.excerpt, given.tags, given.open, given.done, now() - given.age * interval '1 minute', now() - given.age * interval '1 minute'
        from given join source using (url)`);
  }
}

function recordOf(chance: Chance, n: number) {
  const language = n % 2 === 0 ? 'zh' : 'en';
  const note = noteOf(language, chance, n);
  const { noteExcerpt, noteTags, openTodos, doneTodos } = noteColumns(note);
  const kind = n % 3 === 0 ? 'page' : 'video';
  return {
    url: `https://realistic.test/${n}`,
    type: contentTypes[Math.floor(chance() * contentTypes.length)],
    kind,
    title: sentence(language, chance).slice(0, 60),
    description: chance() < 0.6 ? Array.from({ length: 3 }, () => sentence(language, chance)).join(' ') : null,
    duration: kind === 'video' ? 60_000 + Math.floor(chance() * 7_200_000) : null,
    language,
    note,
    excerpt: noteExcerpt,
    tags: noteTags,
    open: openTodos,
    done: doneTodos,
    age: n,
  };
}

function noteOf(language: 'zh' | 'en', chance: Chance, n: number): string {
  const sections = 1 + Math.floor(chance() * chance() * 8);
  const lines: string[] = [];
  for (let section = 0; section < sections; section++) {
    lines.push(`## ${sentence(language, chance).slice(0, 24)}`, '');
    for (let point = 0; point < 3 + Math.floor(chance() * 4); point++)
      lines.push(`- ${sentence(language, chance)} [${section}:${10 + point}](#t=${section * 60 + 10 + point})`);
    lines.push('');
  }
  if (n % rareEvery === 0) lines.push(`${rareWord} telescope.`, '');
  if (chance() < 0.1) lines.push(`- [ ] ${sentence(language, chance)}`, `- [x] ${sentence(language, chance)}`, '');
  const own = tags[language].filter(() => chance() < 0.25);
  if (own.length > 0) lines.push(own.map((tag) => `#${tag}`).join(' '));
  return lines.join('\n').trim();
}
