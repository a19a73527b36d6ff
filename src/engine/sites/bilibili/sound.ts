/** Downloads the smallest audio stream, in which speech is still clear. */
import { z } from 'zod';
import { AppError } from '#lib/app-error.ts';
import type { RejectedTrack, Transcript } from '../../domain.ts';
import { type MediaRequest, withFetchedMedia } from '../../sources/media/fetch-media.ts';
import type { ResolveContext } from '../../sources/source.ts';
import { transcribeSpeech } from '../../transcribe/speech/transcribe-speech.ts';
import { type ApiRequest, askApi, siteHeaders, siteUrl } from './api.ts';
import type { SiteVideo } from './video.ts';

const zUrls = z.array(z.string()).nullable().optional().catch(null);
const zStream = z
  .looseObject({
    bandwidth: z.number().catch(Number.MAX_SAFE_INTEGER),
    baseUrl: z.string().optional(),
    base_url: z.string().optional(),
    backupUrl: zUrls,
    backup_url: zUrls,
  })
  .transform((stream) => ({
    bandwidth: stream.bandwidth,
    urls: [stream.baseUrl ?? stream.base_url ?? '', ...(stream.backupUrl ?? stream.backup_url ?? [])],
  }));
const zFile = z.looseObject({ url: z.string(), backup_url: zUrls });

const zPlayUrl = z.looseObject({
  dash: z
    .looseObject({ audio: z.array(zStream).nullable().optional() })
    .nullable()
    .optional()
    .catch(null),
  /** Old videos have sound and picture in one file. */
  durl: z.array(zFile).nullable().optional().catch(null),
  /** The answer has only the beginning of the video. */
  is_preview: z.union([z.number(), z.boolean()]).transform(Boolean).catch(false),
});
type PlayUrl = z.infer<typeof zPlayUrl>;

/** Asks for DASH with every codec, which lists the audio streams separately. */
const allFormats = 4048;

/** Errors: `speech_*`, `media_no_audio`, `video_*`, those of `askApi` and of the download. Sends nothing without a recogniser. */
export async function transcribeVideo(video: SiteVideo, rejected: RejectedTrack[], context: ResolveContext): Promise<Transcript> {
  if (!context.ports.speech) throw new AppError('speech_not_configured');
  await context.ports.speech.engineFor(null, context.signal);
  const request = await askSound(video, context);
  const { title, author, durationMs } = video;
  return withFetchedMedia(request, context, (path) =>
    transcribeSpeech(path, { title, author, language: null, durationMs, rejected }, context),
  );
}

async function askSound(video: SiteVideo, context: ResolveContext): Promise<MediaRequest> {
  const formats = { cid: video.cid, fnval: allFormats, fnver: 0, fourk: 0 };
  const request: ApiRequest =
    video.episode === null
      ? { path: '/x/player/wbi/playurl', query: { bvid: video.bvid, ...formats }, signed: true }
      : {
          path: '/pgc/player/web/playurl',
          query: { ep_id: video.episode, ...formats },
          codes: { [-10403]: () => new AppError(video.paid ? 'video_members_only' : 'video_region_blocked') },
        };
  const answer = await askApi(request, zPlayUrl, context);
  if (answer.is_preview) throw new AppError('video_members_only');
  const [url, ...fallbackUrls] = soundUrls(answer);
  if (url === undefined) throw new AppError('media_no_audio');
  // The stream hosts require the site as referrer.
  return { url, fallbackUrls, headers: { ...siteHeaders } };
}

/** The site's own servers before peer-to-peer ones. */
function soundUrls({ dash, durl }: PlayUrl): string[] {
  const [smallest] = [...(dash?.audio ?? [])].sort((a, b) => a.bandwidth - b.bandwidth);
  // Of a video in several files, one file would have only a part of the speech.
  const whole = durl?.length === 1 ? durl[0] : undefined;
  const urls = smallest?.urls ?? (whole ? [whole.url, ...(whole.backup_url ?? [])] : []);
  const known = urls.map(siteUrl).filter((url) => url !== null);
  return [...new Set(known)].sort((a, b) => Number(isPeer(a)) - Number(isPeer(b)));
}

function isPeer(url: string): boolean {
  const { port, hostname } = new URL(url);
  return port !== '' || /\.mcdn\./.test(hostname);
}
