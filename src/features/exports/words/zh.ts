export const exports = {
  menu: '导出',
  markdown: 'Markdown 文件',
  obsidian: '发送到 Obsidian',
  logseq: '发送到 Logseq',
  mail: '用邮件发送',
  share: '分享到其他应用…',
  /** The page cannot know whether the program exists. */
  handedOver: '已交给 {{app}}',
  handedOverHint: '没有反应？请确认这台设备上装有 {{app}}。',
  mailApp: '邮件应用',
  obsidianCopied: '已复制全文，并交给 Obsidian',
  obsidianCopiedHint: '内容较长，Obsidian 会从剪贴板读取。没有反应？请确认这台设备上装有 Obsidian。',
  copied: '已复制全文，并打开 {{app}}',
  copiedHint: '内容较长，链接里放不下：请在 {{app}} 里粘贴。',
  pasteHere: '（全文已复制，请粘贴在这里）',
  shareFailed: '没有分享成功。',
  downloadNote: '笔记（{{format}}）',
  exportFailed: '文件没有导出成功。',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    exports: typeof exports;
  }
}
