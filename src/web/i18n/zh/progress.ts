import type { ProgressCode } from '#engine/model.ts';

export const progress = {
  queued: '排队中',
  fetching_page: '正在打开网页',
  reading_page: '正在读取正文',
  downloading_media: '正在下载媒体',
  probing_media: '正在检查媒体',
  reading_subtitles: '正在读取字幕',
  reading_document: '正在读取文档',
  making_cover: '正在生成封面',
  finding_chapters: '正在划分章节',
  choosing_sentences: '正在挑选关键句',
  asking_model: '正在等待模型回答',
  writing_section: '正在撰写章节',
  merging_sections: '正在合并章节',
  checking_quotes: '正在核对引文',
  rendering_note: '正在排版笔记',
  resuming: '正在从上次的位置继续',
  waiting_provider: '服务商繁忙，正在等候',
} as const satisfies Record<ProgressCode, string>;
