import { articleFile } from '#features/articles/ui/article-file.ts';
import type { ContentDetail } from '#features/contents/contract.ts';
import { subtitleFile } from '#features/transcripts/ui/subtitle-file.ts';

type Detail = Pick<ContentDetail, 'contentId' | 'subtitlesArray' | 'articleMarkdown' | 'articleImages' | 'paragraphs'>;

/** Errors: `subtitles_missing`, `article_missing`. */
export function writeRecordFile(detail: Detail, title: string, what: 'subtitles' | 'article') {
  const { contentId, subtitlesArray: subtitles } = detail;
  return what === 'subtitles' ? subtitleFile({ contentId, title, subtitles }, 'srt') : articleFile({ title, text: detail });
}
