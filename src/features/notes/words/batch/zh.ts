export const tagBatch = {
  action: '添加标签',
  title: '给选中的笔记添加标签',
  field: '新标签',
  confirm: '添加',
  noTag: '标签要有字母、汉字或数字。',
  becomes: '会写成 #{{tag}}',
  done_other: '已给 {{formatted}} 篇笔记添加标签。',
  left: '{{already}} 篇已有这个标签，{{withoutNote}} 项没有笔记。',
  failed: '标签没有加成。',
  starred_other: '已收藏 {{formatted}} 篇笔记。',
  leftUnstarred: '{{already}} 篇已经收藏，{{withoutNote}} 项没有笔记。',
  starFailed: '没有收藏成功。',
  leftChosen: '其余 {{formatted}} 项已有这个标签，或没有笔记。',
  progress: '正在添加标签：{{done}} / {{total}}',
  stopped: '没有给所有笔记添加标签。',
  undone_other: '已从 {{formatted}} 篇笔记中撤销。',
  undo: '撤销',
  undoFailed: '没有撤销成功。',
  retry: '重试',
} as const;

export const noteTodos = {
  open_other: '待办：{{title}}，{{formatted}} 项未完成',
  title: '待办事项',
  done: '已完成：{{words}}',
  notDone: '改回未完成：{{words}}',
  undo: '撤销',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    tagBatch: typeof tagBatch;
    noteTodos: typeof noteTodos;
  }
}
