export const mindMaps = {
  tab: '思维导图',
  label: '思维导图：{{title}}',
  help: '方向键移动，回车播放，空格折叠。滚轮缩放，拖动平移。',
  helpTouch: '双指缩放，单指平移。点一下要点，看它的原文。',
  toolbar: '思维导图的工具',
  zoomIn: '放大',
  zoomOut: '缩小',
  zoomReset: '恢复原大小，现在是 {{percent}}',
  fit: '适应窗口',
  full: '占满窗口',
  leaveFull: '退出满窗',
  foldAll: '全部折叠',
  unfoldAll: '全部展开',
  export: '导出',
  formats: {
    png: '图片（PNG，三倍大小）',
    svg: '矢量图（SVG）',
    md: '大纲（Markdown）',
    opml: '大纲（OPML）',
    xmind: 'XMind',
  },
  pngDone: '已导出 PNG',
  pngSmaller: '导图很大，按 {{scale}} 倍导出。',
  exportFailed: '没有导出成功。可以先折叠一些分支再试。',
  empty: '还没有可以画的内容',
  emptyHint: '笔记写好之后，导图会出现在这里。',
  flat: '这篇笔记没有分节',
  flatHint: '导图由笔记的章节和要点画成。可以再次总结。',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    mindMaps: typeof mindMaps;
  }
}
