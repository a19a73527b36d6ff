/**
 * How far a run is at each of its stages, in percent (0 to 100); a stage that moves has `from` and `to`. Finding the transcript
 * ends by 40; writing the note goes on from there, or from 15 when the transcript came early, to 95.
 */
export const progressPercents = {
  youtube: { page: 1, captions: 3, checking: 5, cover: 28 },
  bilibili: { page: 1, captions: 3, checking: 5, cover: 8 },
  ytDlp: { page: 2, cover: 5, captions: 8, sound: { from: 10, to: 25 } },
  podcastPage: { fetching: 1 },
  episode: { transcript: 6, cover: 8 },
  article: { fetching: 1, reading: 4, rendering: 5, cover: 7 },
  sharedFile: { fetching: 2 },
  documentLink: { fetching: 2, reading: 8 },
  document: { reading: 3 },
  mediaLink: { download: { from: 1, to: 25 } },
  /** Sound that is read once and not kept. */
  fetchedSound: { download: { from: 10, to: 25 } },
  mediaFile: { probing: 26, cover: 28, subtitles: 30 },
  speech: { model: 9, transcribing: { from: 30, to: 40 } },
  outline: {
    chapters: 15,
    withoutModel: 40,
    withModel: { sections: { from: 20, to: 80 }, merging: 82, checking: 90 },
  },
  note: { rendering: 95 },
} as const;
