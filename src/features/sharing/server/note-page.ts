import type { NoteToExport } from '#engine/export/exported-note.ts';
import { isEmbeddable } from '#engine/sites/shared/embed.ts';
import { isIcon, loadPlayable, type Playable } from '#features/contents/server/index.ts';
import { citedLines, segmentsOf } from '#features/transcripts/server/index.ts';
import type { Services } from '#infra/services.ts';
import type { InterfaceLanguage } from '#lib/languages.ts';
import { publicAddress } from '#lib/personal-address.ts';
import { collectionPath } from '../shared/public-paths.ts';
import { type NotePage, noteFrame, noteHtml } from './note-html.ts';
import { itemCoverPath } from './public-collections.ts';
import { publicMarkdown } from './public-markdown.ts';
import type { VisibleNote } from './public-notes.ts';

type How = {
  origin: string /** Of the page. */;
  path: string;
  reported: boolean;
  language: InterfaceLanguage;
  signal: AbortSignal;
};

/** Only the fields listed here are published. Errors: `export_failed`. */
export async function notePage(services: Services, note: VisibleNote, how: How): Promise<string> {
  const { content, collection } = note;
  const { origin, path, language } = how;
  const playable = await loadPlayable(services.db, content.extractionId);
  const video = playable?.embed && isEmbeddable(playable.embed) ? playable.embed : null;
  const cover = coverOf(note, path);
  const url = `${origin}${path}`;
  const sourceUrl = publicAddress(content.sourceUrl);
  const sourceWithheld = sourceUrl !== content.sourceUrl;
  return noteHtml({
    preview: {
      title: content.title,
      description: content.noteExcerpt ?? content.description ?? '',
      url,
      image: cover === null ? null : `${origin}${cover}`,
      type: 'article',
    },
    ...{ origin, language, video },
    noteLanguage: content.noteLanguage,
    facts: [content.author, content.siteName, content.publishedAt?.slice(0, 10)].filter((fact) => fact).join(' · '),
    ...{ sourceUrl, sourceWithheld },
    // The sound of a private feed has a secret address too.
    media: video || sourceWithheld ? null : remoteMedia(playable),
    note: await noteBody(services, note, { ...how, url, video }),
    collection: collection ? { name: collection.name, path: collectionPath(collection.slug) } : null,
    copy: sourceUrl === null ? null : noteNames(note, path),
    names: noteNames(note, path),
    reported: how.reported,
  });
}

async function noteBody(
  services: Services,
  { content }: VisibleNote,
  { origin, url, video, signal }: How & { url: string; video: NotePage['video'] },
): Promise<string | null> {
  if (content.note === null) return null;
  const markdown = publicMarkdown(content.note);
  const note: NoteToExport = {
    title: content.title,
    author: content.author,
    siteName: content.siteName,
    sourceUrl: publicAddress(content.sourceUrl),
    publishedAt: content.publishedAt,
    language: content.noteLanguage,
    markdown,
    pageUrl: url,
    lines: citedLines(markdown, await segmentsOf(services.db, content)),
    ...(video ? { player: { video, frame: noteFrame, origin } } : {}),
  };
  const [html] = await services.compute('renderNotes', [note], { signal, urgent: true });
  return html ?? null;
}

function coverOf({ content, collection }: VisibleNote, path: string): string | null {
  if (content.coverBlob === null || isIcon(content.coverBlob)) return null;
  return collection ? itemCoverPath(collection.id, content.id, content.coverBlob) : `/api/public/notes/${slugOf(path)}/cover`;
}

/** A file stored here is for its owner only. */
function remoteMedia(playable: Playable | null): NotePage['media'] {
  const media = playable?.media;
  if (!media?.url || media.blob !== null || !media.url.startsWith('https:')) return null;
  return { type: media.type, url: media.url };
}

function noteNames({ content, collection }: VisibleNote, path: string): Record<string, string> {
  return collection ? { collection: collection.slug, contentId: content.id } : { note: slugOf(path) };
}

function slugOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
