import type { SourceChapter, Transcript } from '../../domain.ts';
import { readyEngine, transcribeSpeech } from '../../transcribe/speech/transcribe-speech.ts';
import { type Spoken, transcriptOrProblem } from '../../transcribe/speech/transcript-or-problem.ts';
import { nullIfItFails } from '../fetch-whole.ts';
import { toChapters } from '../media/extract-media.ts';
import { withFetchedMedia } from '../media/fetch-media.ts';
import type { ResolveContext } from '../source.ts';
import type { Episode } from './episode.ts';

/** `marked` are the chapters in the audio file. */
type Words = Spoken & { marked: SourceChapter[] };

/** The published transcript, else one made from the sound; null with a `problem` when neither works. */
export async function transcriptOrSound(published: Transcript | null, episode: Episode, context: ResolveContext): Promise<Words> {
  if (published) return { transcript: published, problem: null, marked: [] };
  return transcribeEpisode(episode, context);
}

async function transcribeEpisode(episode: Episode, context: ResolveContext): Promise<Words> {
  const { title, language, durationMs, audio } = episode;
  const about = { title: title ?? '', author: episode.author ?? episode.show, language, durationMs };
  let marked: SourceChapter[] = [];
  const spoken = await transcriptOrProblem(async () => {
    await readyEngine(language, context);
    return await withFetchedMedia({ url: audio.url }, context, async (path) => {
      const probe = await nullIfItFails(() => context.ports.media.probe(path, context.signal), context);
      marked = toChapters(probe?.chapters ?? []);
      return await transcribeSpeech(path, about, context);
    });
  });
  return { ...spoken, marked };
}
