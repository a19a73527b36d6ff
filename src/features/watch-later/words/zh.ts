export const watchLater = {
  add: '加入稍后再看：{{title}}',
  remove: '移出稍后再看：{{title}}',
  added: '已加入稍后再看',
  removed: '已移出稍后再看',
  undo: '撤销',
  failed: '稍后再看没有改成。',
  link: {
    title: '添加链接',
    question: '要总结这个链接吗？',
    hint: '确认之前什么都不会开始。',
    none: '没有可以添加的链接',
    noneHint: '地址里要有一个完整的网址，例如 /add?url=https://example.com/video',
    looking: '正在查看链接',
    known: '你的总结记录里已经有它了。',
    open: '打开笔记',
    start: '总结',
    queue: '加入队列',
    later: '稍后再看',
    cancel: '不用了',
    queued: '已加入队列',
    failed: '没能添加这个链接。',
    previewFailed: '看不到预览。{{reason}}',
  },
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    watchLater: typeof watchLater;
  }
}
