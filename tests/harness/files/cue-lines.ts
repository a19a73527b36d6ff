type Said = { text: string; speaker?: string | undefined };

/** Each cue as a line: `1-2.5 Ann: words`, with `?` for an unknown end; voices that speak together are parted by ` | `. */
export function cueLines(
  cues: readonly (Said & { startMs: number; endMs: number | null; turns?: readonly Said[] | undefined })[],
): string[] {
  const said = ({ text, speaker }: Said) => (speaker === undefined ? text : `${speaker}: ${text}`);
  return cues.map(({ startMs, endMs, turns, ...whole }) => {
    const end = endMs === null ? '?' : endMs / 1000;
    return `${startMs / 1000}-${end} ${turns ? turns.map(said).join(' | ') : said(whole)}`;
  });
}
