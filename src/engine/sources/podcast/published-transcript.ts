import type { Transcript } from '../../domain.ts';
import type { FeedTranscript } from '../../feeds/feed.ts';
import { baseLanguage } from '../../transcribe/tracks/rank-embedded-tracks.ts';
import { fetchWhole, nullIfItFails } from '../fetch-whole.ts';
import type { ResolveContext } from '../source.ts';
import type { Episode } from './episode.ts';

const maxTranscriptBytes = 20_000_000;
/** A feed may list a file for each language and format. */
const maxTries = 6;

export async function publishedTranscript(episode: Episode, context: ResolveContext): Promise<Transcript | null> {
  const offers = episode.transcripts.filter((offer) => rank(offer, episode.language) < unreadable);
  offers.sort((a, b) => rank(a, episode.language) - rank(b, episode.language));
  for (const offer of offers.slice(0, maxTries)) {
    const transcript = await nullIfItFails(() => readTranscript(offer, context), context);
    if (transcript) return transcript;
  }
  return null;
}

const unreadable = 100;

/** Lowest first: the episode's language, then JSON (it names speakers), WebVTT, SRT, pages with times. */
function rank({ url, type, language }: FeedTranscript, spoken: string | null): number {
  const kind = `${type ?? ''} ${URL.canParse(url) ? new URL(url).pathname : ''}`.toLowerCase();
  const order = [/json/, /vtt/, /srt|subrip/, /html/].findIndex((pattern) => pattern.test(kind));
  if (/text\/plain|\.txt$/.test(kind) && order < 0) return unreadable;
  const foreign = language !== null && spoken !== null && baseLanguage(language) !== baseLanguage(spoken);
  return (order < 0 ? 4 : order) + (foreign ? 10 : 0);
}

async function readTranscript(offer: FeedTranscript, context: ResolveContext): Promise<Transcript | null> {
  const options = { accept: offer.type ?? '*/*', maxBytes: maxTranscriptBytes };
  const { bytes } = await fetchWhole(offer.url, options, context);
  const read = await context.ports.compute('readEpisodeTranscript', { bytes, offer }, context);
  if (read.segments.length === 0) return null;
  const language = offer.language ?? read.language ?? null;
  const details = [offer.type?.split(';')[0]?.trim() || null, language].filter((part) => part !== null).join(', ');
  return {
    timed: true,
    language,
    provenance: {
      origin: read.automatic ? 'automatic' : 'human',
      track: `published transcript${details ? ` (${details})` : ''}`,
    },
    segments: read.segments,
  };
}
