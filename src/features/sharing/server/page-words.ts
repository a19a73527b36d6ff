/** Texts of the pages that need no script. */
import { type InterfaceLanguage, languages } from '#lib/languages.ts';

export type PageWords = {
  items: (count: number) => string;
  more: string;
  feed: string;
  original: string;
  play: (site: string) => string;
  playNotice: (host: string) => string;
  add: string;
  addHint: string;
  collection: string;
  noNote: string;
  by: string;
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
    play: (site) => `播放 ${site} 上的视频`,
    playNotice: (host) => `播放时会从 ${host} 加载。`,
    add: '加入我的总结记录',
    addHint: '连同字幕一起加入，不用重新总结。',
    collection: '所在合集',
    noNote: '还没有笔记。',
    by: '用拾穗整理',
    missingTitle: '没有这个页面',
    missing: '它可能已改为私密，或者已被删除。',
    home: '去首页',
  },
  en: {
    items: (count) => (count === 1 ? '1 item' : `${count} items`),
    more: 'More items',
    feed: 'Follow (Atom feed)',
    original: 'Original',
    play: (site) => `Play the video on ${site}`,
    playNotice: (host) => `Playing loads it from ${host}.`,
    add: 'Add to my library',
    addHint: 'With its transcript, without summarizing again.',
    collection: 'In the collection',
    noNote: 'No note yet.',
    by: 'Made with Gleaner',
    missingTitle: 'Page not found',
    missing: 'It may have been made private, or deleted.',
    home: 'Go to the home page',
  },
};

export const localeOf = (language: InterfaceLanguage): string => languages[language].locale;
