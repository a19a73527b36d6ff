export const articles = {
  loadFailed: '内容没有加载出来',
  label: '文章',
  talk: {
    note: '由字幕连成段落，去掉了口头的停顿；没有改写。',
    missing: '文章没有加载出来。',
  },
  chapters: {
    document: '原文',
    list: '章节',
    previous: '上一章',
    next: '下一章',
    beginning: '开头',
    loading: '正在打开原文',
  },
  download: '下载 Markdown',
  loading: '正文取到后会出现在这里。',
  emptyTitle: '没有文章',
  empty: '这项内容没有文章正文。',
  frame: '原网页：{{host}}',
  frameNote: '没有取到正文，这里显示的是原网页。它在隔离的窗口里，部分功能可能不可用。',
  frameOpen: '在新标签页打开',
  failed: '文章没有下载成功。',
  written: {
    view: '看哪一种文章',
    written: '成文',
    spoken: '原话',
    start: '写成文章',
    starting: '准备开始写',
    running: '正在写：{{total}} 部分里写好 {{done}} 部分',
    progress: '文章写好了多少',
    stop: '停止',
    note: '由 {{model}} 根据原话写成。',
    missing_other: '还有 {{count}} 部分没有写。',
    stale_other: '有 {{count}} 部分过时了：那里的字幕改过。',
    goOn: '接着写',
    refresh: '更新过时的部分',
    more: '这篇文章的更多操作',
    again: '全部重写',
    remove: '删除写成的文章',
    removeTitle: '删除写成的文章？',
    removeText: '想再读到它，只能让模型重新写一遍。原话会留下。',
    removeConfirm: '删除',
    failed: '文章没有写成。',
    partWaiting: '这一部分写好之前，先显示原话。',
    partWriting: '正在重写这一部分。',
    partStale: '这一部分写好以后，字幕改过。',
    partSpoken: '模型在这里写的与讲话不符，这里显示的是原话。',
    partAgain: '重写这一部分',
    paragraphSpoken: '原话',
    paragraphHint: '模型在这里写的与讲话不符。',
  },
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    articles: typeof articles;
  }
}
