import { readFile } from 'node:fs/promises';
import { fullPerson } from '#engine/feeds/fields.ts';
import { parseFeed } from '#engine/feeds/parse-feed.ts';
import { AppError } from '#lib/app-error.ts';
import { UsageError } from '../command.ts';

/** `feed <file>`: an RSS or Atom file as JSON `{title, link, id, author, items}`; dates in UTC, authors with email address. */
export async function feed(args: string[]): Promise<void> {
  const [file, ...more] = args;
  if (!file || more.length > 0) throw new UsageError('expected one feed file');
  const { title, link, id, author, items } = parseFeed(await readFeedFile(file));
  const shown = items.map((item) => ({
    title: item.title ?? '',
    link: item.link,
    date: item.date,
    enclosure: item.enclosure?.url ?? null,
    id: item.id,
    author: fullPerson(item.author),
    duration: item.duration,
  }));
  process.stdout.write(`${JSON.stringify({ title: title ?? '', link, id, author: fullPerson(author), items: shown })}\n`);
}

async function readFeedFile(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new AppError('file_missing', { cause: error });
  }
}
