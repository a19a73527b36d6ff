export const batchSummary = {
  costTitle: '总结没有笔记的记录？',
  costStart: '开始总结',
  costShortStart: '先总结够用的',
  start: '批量总结',
  startChosen: '总结',
  startHint: '为有链接而没有笔记的记录写笔记',
  started_other: '开始批量总结，共 {{count}} 篇。可以离开这一页。',
  left_other: '还有 {{formatted}} 篇没有开始，这一批完成后可以再总结一次。',
  underWay: '批量总结正在进行。',
  allHaveNotes: '所有记录都已经有笔记了。',
  nothingToDo: '没有可以总结的记录。',
  failed: '批量总结没有开始。',
  running: '正在批量总结',
  progress: '已完成 {{done}} / {{total}} 篇',
  cancel: '停止',
  cancelFailed: '没有停止成功。',
  loadFailed: '批量总结的进度没有加载出来。',
  done: '批量总结完成',
  stopped: '批量总结已停止',
  broken: '批量总结中断了',
  summarised_other: '写好 {{formatted}} 篇',
  skipped_other: '跳过 {{formatted}} 篇',
  skippedList: '跳过的记录',
  noReason: '没有完成',
  dismiss: '知道了',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    batchSummary: typeof batchSummary;
  }
}
