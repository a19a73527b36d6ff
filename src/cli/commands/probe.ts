import { createMediaTools } from '#infra/media/create-media-tools.ts';
import { type Command, UsageError } from '../command.ts';

/** `probe <file>`: the tracks and metadata of a media file as JSON. */
export const probe: Command = async (args) => {
  const [file, ...rest] = args;
  if (file === undefined || rest.length > 0) throw new UsageError('expected one file');
  const media = createMediaTools();
  const { signal } = new AbortController();
  const [found, tracks] = await Promise.all([media.probe(file, signal), media.subtitles(file, signal)]);
  const answer = {
    duration: found.durationSeconds,
    audio: found.audio,
    video: found.video,
    subtitles: tracks.map(({ language, cues }) => ({ lang: language, cues: cues.length })),
    chapters: found.chapters.map(({ title, startSeconds }) => ({ title, start: startSeconds })),
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
};
