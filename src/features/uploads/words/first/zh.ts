export const uploads = {
  title: '上传',
  queued: '排队中',
  uploading: '{{done}} / {{total}}，每秒 {{speed}}',
  starting: '{{done}} / {{total}}',
  waiting: '连接断开，正在重新连接。已传的部分不会丢。',
  paused: '已暂停，{{done}} / {{total}}',
  finishing: '已传完，正在开始总结',
  done: '已上传',
  failed: '没有传完',
  pause: '暂停 {{name}}',
  resume: '继续 {{name}}',
  cancel: '取消 {{name}}',
  retry: '重试 {{name}}',
  withWords: '{{name}} 和 {{wordsName}}',
  wordsFailed: '没有用上 {{wordsName}}。',
  retryWithoutWords: '不用 {{wordsName}} 重试',
  leftOut: '{{name}} 的文字取自 {{wordsName}}，没有用：{{others}}',
  open: '打开',
  tooLarge: '{{name}} 有 {{size}}，超过了 {{limit}} 的上限。可以先转成音频或裁成几段再上传。',
  empty: '{{name}} 是空文件，没有可以总结的内容。',
  progress: '{{name}} 的上传进度',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    uploads: typeof uploads;
  }
}
