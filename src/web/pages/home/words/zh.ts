export const home = {
  heading: '把长内容变成可以核对的笔记',
  lead: '视频、音频、网页和文档都可以。笔记里的每个要点都能回到原文。',
  modelNote: '由 {{model}} 撰写',
  extractiveNote: '还没有模型：笔记由原文句子摘选而成，语言与原文相同。',
  setModel: '设置模型',
  sample: '用一篇短文试试',
  sampleFailed: '短文没有加载出来。',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    home: typeof home;
  }
}
