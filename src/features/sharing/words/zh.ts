export const sharing = {
  square: {
    search: '按名称或简介查找公开的合集',
    order: '排序',
    orders: { published: '最近公开', updated: '最近更新' },
    list: '公开的合集',
    loading: '正在读取公开的合集',
    loadingMore: '正在读取更多',
    failed: '公开的合集没有加载出来。',
    moreFailed: '更多合集没有加载出来。',
    emptyTitle: '还没有公开的合集',
    empty: '公开一个自己的合集，它就会出现在这里。',
    noMatchTitle: '没有找到',
    noMatch: '名称和简介里都没有“{{search}}”。',
  },
  collection: {
    list: '“{{name}}”里的内容',
    items_other: '共 {{formatted}} 项',
    failed: '合集没有加载出来。',
    loading: '正在打开合集',
    empty: '合集还是空的',
    noNote: '还没有笔记。',
    original: '原文',
    feed: '订阅',
    feedHint: '订阅“{{name}}”的更新（Atom）',
    addOne: '把“{{title}}”加入我的总结记录',
    added: '已加入',
    moreFailed: '更多内容没有加载出来。',
    report: '举报',
  },
  toast: {
    added_other: '已把 {{count}} 项加入总结记录',
    already: '都已经在总结记录里了',
    addFailed: '没有加入总结记录。',
    open: '打开',
    reported: '已收到举报，管理员会查看。',
    reportFailed: '举报没有发出。',
    retry: '再试一次',
  },
  note: {
    action: '分享笔记',
    isPrivate: '分享后，有链接的人都能读这篇笔记，并逐句核对。看不到你的高亮、批注和对话。',
    isShared: '有链接的人都能读这篇笔记。',
    hidden: '管理员把它从公开页面撤下了，只有你能看到。',
    share: '分享笔记',
    unshare: '停止分享',
    copyLink: '复制链接',
    look: '查看',
    signUp: '注册后分享',
    shareFailed: '笔记没有分享出去。',
    unshareFailed: '没有停止分享。',
  },
  report: {
    title: '举报这个合集',
    reason: '原因',
    reasons: { illegal: '违法内容', copyright: '侵犯版权', harassment: '骚扰或仇恨', spam: '垃圾信息', other: '其他' },
    message: '说明（可不填）',
    send: '发送',
    privacy: '不会记录是谁举报的。',
  },
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    sharing: typeof sharing;
  }
}
