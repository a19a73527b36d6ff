export const ingest = {
  options: {
    detail: '详细程度',
    language: '笔记语言',
    details: {
      brief: '简要',
      standard: '标准',
      detailed: '详细',
    },
    languages: {
      zh: '中文',
      en: '英文',
    },
  },
  field: '粘贴链接，或拖入文件',
  fieldTouch: '粘贴链接，或选择文件',
  fieldHint: '可以一次放多个链接，也可以直接粘贴分享文案或整篇文字。',
  chooseFiles: '选择文件',
  start: '开始总结',
  startMany_other: '总结 {{count}} 项',
  starting: '正在提交',
  clear: '清空',
  dropHere: '松开，上传这些文件',
  preview: {
    title: '识别到的内容',
    looking: '正在识别',
    none: '没有找到链接。请粘贴以 http:// 或 https:// 开头的网址，或一整段文字，也可以选择文件。',
    shortText: '这段文字太短，至少 {{least}} 个字符才能总结。也可以粘贴网址，或选择文件。',
    existing: '已在总结记录中',
    existingRunning: '正在处理中',
    tryAnyway: '仍然试试',
    tooLong: '文字太长了，最多 {{limit}} 个字符。请只保留链接。',
    tooMany: '一次最多 {{limit}} 项，前 {{limit}} 项会被提交。',
    pick: '挑选条目',
    failed: '没有识别成功。',
  },
  pasted: {
    facts: '粘贴的文字 · {{characters}} 字',
    longText: '这里有一大段文字，其中也有链接。',
    useText: '总结这段文字',
    useLinks: '改为总结其中的链接',
  },
  keepsLanguage: '没有设置模型时，笔记由原文的句子组成，仍是原文的语言，不会写成{{language}}。',
  submitFailed: '没有提交成功。',
  submitted_other: '已提交 {{count}} 项',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    ingest: typeof ingest;
  }
}
