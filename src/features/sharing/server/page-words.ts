import { type InterfaceLanguage, languages } from '#lib/languages.ts';
import { sharing as en } from '../words/en.ts';
import { sharing as zh } from '../words/zh.ts';

export type PageWords = {
  items: (count: number) => string;
  more: string;
  feed: string;
  original: string;
  sourceWithheld: string;
  play: (site: string) => string;
  playNotice: (host: string) => string;
  add: string;
  addHint: string;
  collection: string;
  noNote: string;
  by: string;
  report: string;
  reported: string;
  notReported: string;
  tooManyReports: (minutes: number) => string;
  back: string;
  missingTitle: string;
  missing: string;
  home: string;
};

export const pageWords: Record<InterfaceLanguage, PageWords> = {
  zh: {
    items: (count) => `共 ${count} 项`,
    more: '更多内容',
    feed: '订阅更新（Atom）',
    original: '原文',
    sourceWithheld: '来源可能是分享者的私人订阅，所以这里没有原文链接和声音，也不能加入总结记录',
    play: (site) => `播放 ${site} 上的视频`,
    playNotice: (host) => `播放时会从 ${host} 加载。`,
    add: '加入我的总结记录',
    addHint: '连同字幕一起加入，不用重新总结。',
    collection: '所在合集',
    noNote: '还没有笔记。',
    by: '用拾穗整理',
    report: '举报这篇笔记',
    reported: '已收到举报，管理员会查看。',
    notReported: '举报没有发出',
    tooManyReports: (minutes) => `这一小时里举报得太多了，请约 ${minutes} 分钟后再试。`,
    back: '回到笔记',
    missingTitle: '没有这个页面',
    missing: '它可能已改为私密，或者已被删除。',
    home: '去首页',
  },
  en: {
    items: (count) => (count === 1 ? '1 item' : `${count} items`),
    more: 'More items',
    feed: 'Follow (Atom feed)',
    original: 'Original',
    sourceWithheld:
      'The source may be a private feed of whoever shared this, so there is no link or sound here, and it can’t be added to a library',
    play: (site) => `Play the video on ${site}`,
    playNotice: (host) => `Playing loads it from ${host}.`,
    add: 'Add to my library',
    addHint: 'With its transcript, without summarizing again.',
    collection: 'In the collection',
    noNote: 'No note yet.',
    by: 'Made with Gleaner',
    report: 'Report this note',
    reported: 'Thanks. An administrator will look at it.',
    notReported: 'The report wasn’t sent',
    tooManyReports: (minutes) => `You’ve sent many reports in the last hour. Try again in about ${minutes} min.`,
    back: 'Back to the note',
    missingTitle: 'Page not found',
    missing: 'It may have been made private, or deleted.',
    home: 'Go to the home page',
  },
};

export const localeOf = (language: InterfaceLanguage): string => languages[language].locale;

export const reportWords = { zh: zh.report, en: en.report } as const;
