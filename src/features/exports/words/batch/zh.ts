export const exportBatch = {
  action: '导出',
  forMembers: '（会员）',
  tooMany: '一次最多导出 {{most}} 项，请少选一些。',
  failed: '没有导出成功。',
  saving_other: '正在导出 {{formatted}} 项。',
  byBrowser: '浏览器正在保存，可以离开这一页。',
  upgrade: {
    title: '这种格式需要会员',
    text: '会员可以把选中的笔记一次导出为 PDF、Word、OPML、EPUB 或 Anki 卡片，用时也不限。Markdown、HTML、JSON 和字幕人人可用。',
    later: '以后再说',
    action: '查看用时与授权码',
  },
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    exportBatch: typeof exportBatch;
  }
}
