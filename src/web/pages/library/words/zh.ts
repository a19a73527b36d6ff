export const libraryPage = {
  signedInAs: '已登录：{{name}}',
  owner: '这台服务器归你一个人使用。',
  guest: '你正以访客身份使用，记录和时长只在这个浏览器里。',
  signIn: '登录',
  loadingHelp: '正在打开',
  helpLead:
    '做到一半的总结会先占住时长，做完按真正读到的部分结算，多占的退回。激活授权码可以增加时长；用自己的模型密钥写笔记不计时。',
  history: '查看每一笔',
  downloadSubtitles: '下载字幕（SRT）',
  downloadArticle: '下载文章（Markdown）',
  downloadFailed: '没有下载成功。',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    libraryPage: typeof libraryPage;
  }
}
