import { describe, expect, test } from 'vitest';
import { argumentsFor, type Task, trackName } from './arguments.ts';

const tasks: Task[] = [
  { type: 'describe' },
  { type: 'list', limit: 50 },
  { type: 'subtitles', id: 'zh-Hans.1', automatic: false, folder: '/out' },
  { type: 'audio', folder: '/out' },
];

function argv(task: Task, url = 'https://video.example/watch?v=1'): string[] {
  return argumentsFor(task, new URL(url), 'http://127.0.0.1:3128', '/node');
}

const fixed =
  '--ignore-config --no-cache-dir --no-update --no-plugin-dirs --no-remote-components --no-warnings --color never --default-search error --xff never --socket-timeout 20 --retries 3 --fragment-retries 3 --extractor-retries 1 --no-mtime --proxy http://127.0.0.1:3128 --js-runtimes node:/node';

describe('arguments of yt-dlp', () => {
  test.each([
    [
      tasks[0] as Task,
      '--no-playlist --flat-playlist --playlist-items 1:2 --ignore-no-formats-error --dump-single-json -- https://video.example/watch?v=1',
    ],
    [
      tasks[1] as Task,
      '--yes-playlist --flat-playlist --playlist-items 1:50 --dump-single-json -- https://video.example/watch?v=1',
    ],
    [
      tasks[2] as Task,
      '--no-playlist --playlist-items 1 --quiet --skip-download --ignore-no-formats-error --write-subs --sub-langs zh-Hans\\.1 --sub-format json3/vtt/srt/ttml/best --output /out/track.%(ext)s -- https://video.example/watch?v=1',
    ],
  ])('is the same list every time: $type', (task, own) => {
    expect(argv(task).join(' ')).toBe(`${fixed} ${own}`);
  });

  test('fetch sound by yt-dlp’s own downloader, never from a running stream', () => {
    const list = argv({ type: 'audio', folder: '/out' }).join(' ');
    expect(
      list.startsWith(`${fixed} --no-playlist --playlist-items 1 --quiet --progress --newline --progress-template download:{`),
    ).toBe(true);
    expect(list).toContain(
      '--downloader native --fixup never --max-filesize 2147483648 --abort-on-unavailable-fragments --break-match-filters !is_live --format ba[abr<=?96]/wa/b[height<=?480]/wb/b --output /out/audio.%(ext)s -- https://',
    );
  });

  test('keep an address from being an option', () => {
    const odd = [
      '--exec',
      '-o',
      '--proxy=',
      ' --update',
      '$(id)',
      '`id`',
      ';id',
      '&& id',
      '%(title)s',
      '"',
      "'",
      '\\',
      '*',
      '#',
      '🎬',
      '..',
      '//x',
      '@',
      '[1]',
      '\t',
    ];
    let checked = 0;
    for (const piece of odd) {
      for (const base of [
        'https://video.example/',
        'http://video.example/?q=',
        'https://video.example/a#',
        'https://video.example:8443/-',
        'https://xn--fiq228c.example/',
      ]) {
        const text = `${base}${piece}`;
        if (!URL.canParse(text)) continue;
        for (const task of tasks) {
          const list = argv(task, text);
          expect(list.at(-2)).toBe('--');
          expect(list.at(-1)).toMatch(/^https?:\/\/\S+$/);
          expect(list.slice(0, -1)).toEqual(argv(task).slice(0, -1));
        }
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThanOrEqual(95);
    for (const scheme of ['file:///etc/passwd', 'ytsearch5:cats', 'ftp://a.example/', 'data:text/html,x', 'javascript:0'])
      expect(() => argv({ type: 'describe' }, scheme), scheme).toThrow('url_invalid');
  });

  test('name a track without patterns', () => {
    for (const id of ['en', 'zh-Hans', 'en-US', 'sub_2', 'a.en']) expect(trackName.test(id), id).toBe(true);
    for (const id of ['all', '-en', '.*', 'en,zh', 'en|zh', '', 'en zh', '../x']) expect(trackName.test(id), id).toBe(false);
  });
});
