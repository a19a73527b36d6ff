export const collectionMoves = {
  action: '移到合集',
  one: '把“{{title}}”移到别的合集',
  menu: '移到哪个合集',
  showAll: '显示全部 {{formatted}} 个合集',
  loading: '正在读取合集',
  failed: '合集没有加载出来。',
  none: '还没有合集。',
  create: '新建合集…',
  save: '新建并放入',
  moved_other: '{{formatted}} 条记录已移到“{{name}}”',
  partly: '{{added}} 条已移到“{{name}}”，{{skipped}} 条本来就在里面，或已被删除',
  already: '都已经在“{{name}}”里了',
  alreadyLeft: '都已经在“{{name}}”里了，并已从原来的合集移出',
  moveFailed: '没有移到“{{name}}”，请稍后再试。',
  gone: '没有移到“{{name}}”：合集或选中的记录已经被删除。',
  createFailed: '“{{name}}”没有建好。',
  undo: '撤销',
  undoFailed: '没有撤销成功。',
  retry: '重试',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    collectionMoves: typeof collectionMoves;
  }
}
