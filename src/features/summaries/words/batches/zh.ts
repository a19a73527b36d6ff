export const batches = {
  missingNotes: '批量总结',
  progress: '{{done}} / {{total}}',
  label: '{{title}} 的进度',
  active_other: '正在处理 {{count}} 项',
  failed_other: '{{count}} 项失败',
  until: '为不打扰网站，约 {{time}} 继续',
  waiting: '排队中',
  cancel: '取消其余 {{number}} 项',
  confirm: '取消《{{title}}》其余的 {{number}} 项？',
  confirmText: '写好的笔记会留下。取消的条目以后可以再次总结。',
  keep: '继续',
  cancelled_other: '已取消 {{count}} 项',
  cancelFailed: '没有取消成功。',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    batches: typeof batches;
  }
}
