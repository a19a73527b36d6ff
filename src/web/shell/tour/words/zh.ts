export const tour = {
  welcome: '欢迎使用拾穗',
  lead: '花半分钟看看怎么把一个链接或文件变成可以核对的笔记。之后随时可以在“键盘快捷键”里再看一遍。',
  leadTouch: '花半分钟看看怎么把一个链接或文件变成可以核对的笔记。之后随时可以在侧栏底部的菜单里，从“新手引导”再看一遍。',
  start: '开始',
  skip: '跳过',
  previous: '上一步',
  next: '下一步',
  finish: '完成',
  steps: {
    input: {
      title: '粘贴链接或文字',
      text: '视频、播客、网页的链接都可以，一次可以粘贴好几个；整段文字也行。',
    },
    upload: {
      title: '上传本地文件',
      text: '选择或拖入音视频、字幕、文档。文件只保存在运行 Gleaner 的电脑上。',
    },
    action: {
      title: '选好，开始总结',
      text: '选择笔记的详略和语言，再开始。笔记里的每一句都能跳回原文的位置。',
    },
    'main-nav': {
      title: '去各个页面',
      text: '新的总结、搜索、按类型分好的记录，以及提示词和高亮都在这里。',
    },
    'secondary-nav': {
      title: '合集与最近的内容',
      text: '把相关的内容放进合集；最近总结的随时点开，往下滚会读出更早的。',
    },
  },
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    tour: typeof tour;
  }
}
