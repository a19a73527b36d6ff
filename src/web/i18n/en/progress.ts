import type { ProgressCode } from '#engine/model.ts';

export const progress = {
  queued: 'Waiting its turn',
  fetching_page: 'Opening the page',
  reading_page: 'Reading the text',
  downloading_media: 'Downloading the media',
  probing_media: 'Looking into the media',
  reading_subtitles: 'Reading the subtitles',
  reading_document: 'Reading the document',
  making_cover: 'Making a cover',
  finding_chapters: 'Finding the chapters',
  choosing_sentences: 'Choosing sentences',
  asking_model: 'Waiting for the model',
  writing_section: 'Writing a section',
  merging_sections: 'Putting sections together',
  checking_quotes: 'Checking the quotes',
  rendering_note: 'Setting the note',
  resuming: 'Going on from where it stopped',
  waiting_provider: 'The provider is busy, waiting',
} as const satisfies Record<ProgressCode, string>;
