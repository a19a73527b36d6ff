export const wish = {
  detail: '详细程度',
  language: '笔记语言',
  details: { brief: '简要', standard: '标准', detailed: '详细' },
} as const;
