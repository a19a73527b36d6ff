/** Everything yt-dlp is ever told. Nothing here comes from a user but the address, and that stands behind `--`. */
import { AppError } from '#lib/app-error.ts';

/** Bytes of one recording; more is refused before and while it is downloaded. */
export const maxAudioBytes = 2 * 1024 ** 3;

const fixed = [
  '--ignore-config',
  '--no-cache-dir',
  '--no-update',
  '--no-plugin-dirs',
  '--no-remote-components',
  '--no-warnings',
  '--color',
  'never',
  '--default-search',
  'error',
  '--xff',
  'never',
  '--socket-timeout',
  '20',
  '--retries',
  '3',
  '--fragment-retries',
  '3',
  '--extractor-retries',
  '1',
  '--no-mtime',
];

const progressTemplate =
  'download:{"received":%(progress.downloaded_bytes|0)s,"total":%(progress.total_bytes,progress.total_bytes_estimate|0)s}';

/** The smallest sound that speech is well understood in; else the smallest thing that has sound. */
const audioFormat = 'ba[abr<=?96]/wa/b[height<=?480]/wb/b';

export type Task =
  | { type: 'describe' }
  | { type: 'list'; limit: number }
  | { type: 'subtitles'; id: string; automatic: boolean; folder: string }
  | { type: 'audio'; folder: string };

/** Names of tracks that can be asked for: others would be read as a pattern or a list. */
export const trackName = /^(?!all$)\w[\w.-]{0,79}$/;

/** The whole argument list but the program. `proxy` is never empty. */
export function argumentsFor(task: Task, url: URL, proxy: string, runtime: string): string[] {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new AppError('url_invalid');
  return [...fixed, '--proxy', proxy, '--js-runtimes', `node:${runtime}`, ...own(task), '--', url.href];
}

function own(task: Task): string[] {
  switch (task.type) {
    case 'describe':
      return ['--no-playlist', '--flat-playlist', '--playlist-items', '1:2', '--ignore-no-formats-error', '--dump-single-json'];
    case 'list':
      return ['--yes-playlist', '--flat-playlist', '--playlist-items', `1:${task.limit}`, '--dump-single-json'];
    case 'subtitles':
      return [
        ...['--no-playlist', '--playlist-items', '1', '--quiet', '--skip-download', '--ignore-no-formats-error'],
        task.automatic ? '--write-auto-subs' : '--write-subs',
        ...['--sub-langs', task.id.replaceAll('.', '\\.'), '--sub-format', 'json3/vtt/srt/ttml/best'],
        ...['--output', `${task.folder}/track.%(ext)s`],
      ];
    case 'audio':
      return [
        ...['--no-playlist', '--playlist-items', '1', '--quiet', '--progress', '--newline'],
        ...['--progress-template', progressTemplate],
        // Its own downloaders only: a helper program would fetch by itself, and need not know of the proxy.
        ...['--downloader', 'native', '--fixup', 'never', '--max-filesize', String(maxAudioBytes)],
        // Half a talk is not the talk.
        '--abort-on-unavailable-fragments',
        // A stream that is still running has no end to wait for: this ends the run with its own code.
        ...['--break-match-filters', '!is_live'],
        ...['--format', audioFormat, '--output', `${task.folder}/audio.%(ext)s`],
      ];
  }
}
