/** Of the names of subtitle files, in lower case. */
export const subtitleEndings: ReadonlySet<string> = new Set(
  'srt vtt ass ssa lrc ttml dfxp srv1 srv2 srv3 json3 bcc sbv'.split(' '),
);
