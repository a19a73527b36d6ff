export const tags = {
  title: '标签',
  count_other: '共 {{formatted}} 个',
  search: '搜索标签',
  notes_other: '{{formatted}} 篇',
  order: { label: '排序', count: '按篇数', name: '按名称' },
  rename: {
    of: '重命名标签 {{tag}}',
    field: '标签 {{tag}} 的新名称',
    confirm: '重命名',
    merges_other: '已有 #{{tag}}（{{formatted}} 篇），两个标签会合并。',
  },
  merge: {
    of: '把标签 {{tag}} 并入另一个',
    title: '把 #{{tag}} 并入另一个标签',
    text_other: '{{formatted}} 篇笔记会改用选定的标签，可以撤销。',
    into: '并入',
    confirm: '合并',
  },
  remove: {
    of: '删除标签 {{tag}}',
    title: '删除标签 #{{tag}}？',
    text_other: '它会从 {{formatted}} 篇笔记中去掉，笔记的其他内容不变，可以撤销。',
    confirm: '删除',
  },
  progress: '正在修改笔记：{{done}} / {{total}}',
  undo: '撤销',
  outcome: {
    changed_other: '#{{from}} 已改为 #{{to}}，涉及 {{formatted}} 篇笔记。',
    added_other: '已给 {{formatted}} 篇笔记添加 #{{to}}。',
    removed_other: '#{{from}} 已从 {{formatted}} 篇笔记中去掉。',
    undone_other: '已撤销对 #{{from}} 的修改，涉及 {{formatted}} 篇笔记。',
    stopped: '对 #{{from}} 的修改没有完成。',
  },
  failed: '标签没有改成。',
  loadFailed: '标签没有加载出来。',
  empty: '还没有标签',
  emptyHint: '在笔记页添加的标签会列在这里。',
  none: '没有找到这样的标签',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    tags: typeof tags;
  }
}
