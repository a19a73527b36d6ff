import { parseHttpUrl } from '#lib/urls.ts';
import type { Extracted, SourceChapter, Transcript } from '../../domain.ts';
import { progressPercents } from '../../progress-percents.ts';
import { canonicaliseUrl } from '../../sites/shared/canonical-url.ts';
import { detectLanguage } from '../../text/language.ts';
import { keepCover } from '../article/cover.ts';
import { nullIfItFails } from '../fetch-whole.ts';
import type { ResolveContext } from '../source.ts';
import type { Episode } from './episode.ts';
import { publishedTranscript } from './published-transcript.ts';
import { chaptersInNotes, linkedChapters, plainNotes } from './show-notes.ts';
import { transcriptOrSound } from './transcript-or-sound.ts';

const percents = progressPercents.episode;

export async function toExtracted(episode: Episode, context: ResolveContext): Promise<Extracted> {
  context.progress.stage('transcript', percents.transcript, 'reading_subtitles');
  const published = await publishedTranscript(episode, context);
  context.progress.stage('transcript', percents.cover, 'making_cover');
  const image = episode.image;
  const coverBlob = image ? await nullIfItFails(() => keepCover(image, episode.url, context), context) : null;
  const type = /^video\//i.test(episode.audio.type ?? '') ? 'video' : 'audio';
  const notes = plainNotes(episode.notes ?? '');
  const { transcript, problem, marked } = await transcriptOrSound(published, episode, context);
  return {
    kind: type,
    canonicalUrl: canonicaliseUrl(episode.url),
    title: episode.title ?? episode.show ?? new URL(episode.url).hostname,
    author: episode.author,
    siteName: episode.show ?? new URL(episode.url).hostname.replace(/^www\./, ''),
    description: notes === '' ? null : (notes.split('\n')[0] ?? '').slice(0, 500),
    publishedAt: episode.date,
    language: languageOf(episode, transcript, notes),
    durationMs: episode.durationMs,
    coverUrl: image,
    coverBlob,
    media: { type, mime: mimeOf(episode.audio), blob: null, url: episode.audio.url },
    chapters: await chaptersOf(episode, notes, { marked, context }),
    articleMarkdown: notes === '' ? null : await notesMarkdown(episode, notes, context),
    transcript,
    problem,
  };
}

function languageOf(episode: Episode, transcript: Transcript | null, notes: string): string | null {
  return transcript?.language ?? episode.language ?? (notes === '' ? null : detectLanguage(notes));
}

/** The feed's own chapters, else linked ones, else the audio file's, else times in the show notes. */
async function chaptersOf(
  episode: Episode,
  notes: string,
  { marked, context }: { marked: SourceChapter[]; context: ResolveContext },
): Promise<SourceChapter[]> {
  if (episode.chapters.length > 0) return episode.chapters;
  const link = episode.chaptersUrl;
  const linked = link ? await nullIfItFails(() => linkedChapters(link, context), context) : null;
  if (linked && linked.length > 0) return linked;
  return marked.length > 1 ? marked : chaptersInNotes(notes, episode.durationMs);
}

/** Converted by the page extractor; show notes stay plain paragraphs when it would lose a part of them. */
async function notesMarkdown(episode: Episode, notes: string, context: ResolveContext): Promise<string> {
  const title = (episode.title ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body><article>${episode.notes}</article></body></html>`;
  const page = { bytes: new TextEncoder().encode(html), contentType: 'text/html; charset=utf-8', url: episode.url };
  const read = await nullIfItFails(() => context.ports.extractPage(page, context.signal), context);
  const letters = (text: string): number => text.replace(/\s+/g, '').length;
  if (read && letters(read.text) >= letters(notes) * 0.8) return read.markdown;
  return notes
    .split('\n')
    .map((line) => line.replace(/[\\`*_[\]<>#!|]/g, '\\$&'))
    .join('\n\n');
}

const mimes: Record<string, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
};

function mimeOf({ url, type }: Episode['audio']): string {
  if (type && /^(?:audio|video)\//i.test(type)) return type.toLowerCase();
  return mimes[/\.(\w{2,4})$/.exec(parseHttpUrl(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? ''] ?? 'audio/mpeg';
}
