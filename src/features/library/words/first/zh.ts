export const library = {
  title: '总结记录',
  count_other: '共 {{formatted}} 篇',
  list: '总结记录列表',
  status: {
    processing: '处理中 {{percent}}',
    queued: '处理中',
    failed: '没有完成',
    failedHint: '打开后可以再次总结。',
    cancelled: '已取消',
    cancelledHint: '打开后可以再次总结。',
    slowHint: '如果很久没有动静，请打开它，取消后再次总结。',
    noSubtitles: '没有字幕',
  },
  updated: '更新于 {{time}}',
  tags: '标签',
  favorite: '收藏',
  highlights_other: '{{formatted}} 处高亮',
  emptyTitle: '还没有总结记录',
  empty: '在首页粘贴链接或选择文件，写好的笔记会留在这里。',
  emptyAction: '写第一篇',
  failed: '总结记录没有加载出来。',
  moreFailed: '后面的记录没有加载出来。',
  loadingMore: '正在读取更多记录',
  recent: {
    title: '最近的笔记',
    all: '全部记录',
    emptyTitle: '还没有笔记',
    empty: '在上面粘贴一个链接，或选择视频、音频、字幕、文档。',
    failed: '最近的笔记没有加载出来。',
  },
  sidebar: {
    title: '最近',
    empty: '还没有总结。粘贴一个链接，第一篇笔记会出现在这里。',
    failed: '最近的记录没有加载出来。',
    processing: '正在处理',
    failedItem: '没有完成',
  },
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    library: typeof library;
  }
}
