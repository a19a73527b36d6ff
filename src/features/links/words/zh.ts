export const links = {
  title: '链接',
  lead: '你还没有总结过这个链接。',
  looking: '正在查看这个链接',
  invalid: '这不是一个可以打开的链接',
  invalidHint: '地址里要有一个完整的网址，例如 /s/https%3A%2F%2Fexample.com%2Fvideo',
  home: '回到首页',
  failed: '没有查到这个链接',
  open: '打开原页面（{{host}}，在新标签页打开）',
  summarise: '现在总结',
  summariseFailed: '没有开始总结。',
  previewFailed: '没有取到这个页面的信息：{{reason}}',
  kinds: {
    video: '视频',
    audio: '音频',
    page: '网页',
    document: '文档',
    subtitles: '字幕',
  },
  comment: '写一条笔记',
  commentHint: '先记下自己的想法，不必等总结。保存后成为这个链接的笔记。',
  commentLabel: '笔记',
  commentPlaceholder: '想记住什么？可以用 Markdown。',
  save: '保存为笔记',
  saved: '已保存为笔记',
  saveFailed: '笔记没有保存。',
  copy: '复制链接和笔记',
  copyLink: '复制链接',
  dialogTitle: '没有笔记，先写一条',
  dialogHint: '保存后成为这项内容的笔记；以后再次总结，它会留在历史版本里。',
  button: '写笔记',
  afterwards: '以后再总结这个链接时，这条笔记会留在历史版本里。',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    links: typeof links;
  }
}
