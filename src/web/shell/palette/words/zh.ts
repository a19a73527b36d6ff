export const palette = {
  title: '全局搜索',
  placeholder: '搜索标题、笔记、字幕、合集，或输入命令',
  recent: '最近打开',
  contents: '我的内容',
  collections: '合集',
  folders: '智能文件夹',
  tags: '标签',
  channels: '订阅',
  public: '公开合集',
  searchPublic: '在公开合集中搜索“{{keyword}}”',
  commands: '命令',
  go: '前往“{{name}}”',
  theme: '外观：{{name}}',
  language: '界面语言：{{name}}',
  shortcuts: '键盘快捷键',
  signOut: '退出登录',
  searching: '正在搜索',
  failed: '没有搜索成功。命令和合集仍可使用。',
  retry: '重试',
  indexing: '还有笔记没有编入索引，结果可能不全。',
  popular: '热门内容',
  none: '没有找到“{{keyword}}”',
  noneHint: '换个说法，或少写几个字。',
  found_other: '找到 {{formatted}} 条结果',
  at: '{{time}} 处',
  hintMove: '选择',
  hintOpen: '打开',
  hintClose: '关闭',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    palette: typeof palette;
  }
}
