import type { YtDlp } from '#engine/ports.ts';

/** Loads yt-dlp's module on first use. */
export function createCliYtDlp(): YtDlp {
  const load = async (): Promise<YtDlp> => {
    const { createYtDlp } = await import('#infra/yt-dlp/create-yt-dlp.ts');
    return createYtDlp({
      path: process.env.YTDLP_PATH || null,
      searchPath: process.env.PATH ?? '',
      allow: (process.env.GLEANER_FETCH_ALLOW ?? '').split(','),
      replayFrom: process.env.GLEANER_REPLAY,
    });
  };
  let loaded: Promise<YtDlp> | undefined;
  const program = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    version: async (...call) => (await program()).version(...call),
    describe: async (...call) => (await program()).describe(...call),
    subtitles: async (...call) => (await program()).subtitles(...call),
    withAudio: async (...call) => (await program()).withAudio(...call),
    list: async (...call) => (await program()).list(...call),
  };
}
