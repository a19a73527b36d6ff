/** Command line of yt-dlp. The URL is the only argument that comes from the user, and follows `--`. */
import { AppError } from '#lib/app-error.ts';

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

const audioFormat = 'ba[abr<=?96]/wa/b[height<=?480]/wb/b';

export type Task =
  | { type: 'describe' }
  | { type: 'list'; limit: number }
  | { type: 'subtitles'; id: string; automatic: boolean; folder: string }
  | { type: 'audio'; folder: string };

/** yt-dlp would read other names as a pattern or list. */
export const trackName = /^(?!all$)\w[\w.-]{0,79}$/;

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
        // Only the native downloader, because helper programs might ignore the proxy.
        ...['--downloader', 'native', '--fixup', 'never', '--max-filesize', String(maxAudioBytes)],
        '--abort-on-unavailable-fragments',
        // A live stream has no end; this makes yt-dlp exit with a code of its own.
        ...['--break-match-filters', '!is_live'],
        ...['--format', audioFormat, '--output', `${task.folder}/audio.%(ext)s`],
      ];
  }
}
