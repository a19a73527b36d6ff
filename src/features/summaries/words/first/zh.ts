export const running = {
  title: '正在进行',
  cancel: '取消 {{title}}',
  cancelled: '已取消 {{title}}',
  cancelFailed: '没有取消成功。',
  progress: '{{title}} 的进度',
  elapsed: '已用 {{time}}',
  loadFailed: '正在进行的任务没有加载出来。',
  more: '还有 {{count}} 项',
  fewer: '收起',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    running: typeof running;
  }
}
