export const home = {
  heading: '把长内容变成可以核对的笔记',
  lead: '视频、音频、网页和文档都可以。笔记里的每个要点都能回到原文。',
  modelNote: '由 {{model}} 撰写',
  extractiveNote: '未配置模型：笔记由原文句子摘选而成',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    home: typeof home;
  }
}
