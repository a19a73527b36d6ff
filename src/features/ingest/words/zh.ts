export const ingest = {
  options: {
    detail: '详细程度',
    language: '笔记语言',
    details: {
      brief: '简要',
      standard: '标准',
      detailed: '详细',
    },
  },
  field: '粘贴链接，或拖入文件',
  fieldHint: '可以一次放多个链接，也可以直接粘贴分享文案。',
  chooseFiles: '选择文件',
  start: '开始总结',
  startMany_other: '总结 {{count}} 项',
  starting: '正在提交',
  clear: '清空',
  dropHere: '松开鼠标，上传这些文件',
  preview: {
    title: '识别到的内容',
    looking: '正在识别',
    none: '没有找到链接。请粘贴一个以 http:// 或 https:// 开头的地址，或选择文件。',
    existing: '已在总结记录中',
    existingRunning: '正在处理中',
    tryAnyway: '仍然试试',
    tooLong: '文字太长了，最多 {{limit}} 个字符。请只保留链接。',
    tooMany: '一次最多 {{limit}} 项，前 {{limit}} 项会被提交。',
    pick: '挑选条目',
    failed: '没有识别成功。',
  },
  submitFailed: '没有提交成功。',
  submitted_other: '已提交 {{count}} 项',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    ingest: typeof ingest;
  }
}
