export const wish = {
  options: '笔记选项：{{detail}}，{{language}}',
  detail: '详细程度',
  language: '笔记语言',
  details: { brief: '简要', standard: '标准', detailed: '详细' },
  hints: { brief: '只留要点', standard: '每节二到六点', detailed: '例子和数字都记' },
} as const;
