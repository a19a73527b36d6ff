export const summaries = {
  use: {
    title: '模型用量',
    read: '模型读入',
    readCached: '{{tokens}} 个 token，其中 {{cached}} 个服务商已有缓存',
    written: '模型写出',
    tokens: '{{tokens}} 个 token',
    requests: '请求次数',
    cost: '费用约',
    about: 'token 是模型服务计量文字的单位：一个汉字约 0.7 个，一个英文单词约 1.3 个。',
    estimated: '有的请求服务商没有报告用量，按文字估算。',
    listPrice: '费用按公开价格计算。',
  },
  coverage: {
    label: '笔记覆盖了原文的 {{percent}}',
    short: '引用了 {{percent}}',
    excerptsOfTalk: '摘句覆盖讲话的 {{percent}}',
    excerptsOfText: '摘句覆盖全文的 {{percent}}',
    complete: '每一段都有引用。',
    gaps_other: '{{count}} 段没有引用。',
    uncited: '没有引用 {{from}}–{{to}}',
    failed: '没有找到那一段。',
  },
  again: {
    action: '再次总结',
    withoutModel: '改用原文摘选',
    started: '已经开始重写。写好之前，现在的笔记不变。',
    failed: '没有开始总结。',
    options: '换个详细程度或语言重新总结',
    keepsLanguage: '没有设置模型，笔记仍是原文的语言。',
    detail: '详细程度',
    language: '笔记语言',
    details: {
      brief: '简要',
      standard: '标准',
      detailed: '详细',
    },
    hints: {
      brief: '只留要点',
      standard: '每节二到六点',
      detailed: '例子和数字都记',
    },
    start: '按此重新总结',
  },
  run: {
    title: '正在写笔记',
    rewriting: '正在重写笔记',
    percent: '进度',
    elapsed: '已用 {{time}}',
    cancel: '取消',
    cancelFailed: '没有取消成功。',
    cancelled: '已取消',
    cancelledHint: '已经取得的字幕和正文都留着，可以再次总结。',
    waiting: '正在连接',
    slow: '可能要等几分钟；服务器中断过也会自己接着写。如果很久没有动静，可以取消后再次总结。',
    reconnecting: '和服务器的连接断开了，正在重新连接。已完成的部分都存着。',
    announceSection: '新的一节：{{title}}',
    failedTitle: '笔记没有写成',
    failedKept: '重写没有成功，下面仍是之前的笔记。',
    wordsAlone: '录音或视频读不出来，这篇笔记是根据你提供的文字写的。',
    describedOnly: '这篇笔记只依据简介写成，原话没有取到。',
    settings: {
      speech: '设置语音识别',
      'sign-ins': '填写登录信息',
      model: '设置语言模型',
      time: '查看用时',
    },
    noSubtitlesTitle: '这段音视频没有自带字幕',
    noNote: '还没有笔记',
    noNoteHint: '再次总结，就会开始写。',
    writing: '笔记正在写',
  },
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    summaries: typeof summaries;
  }
}
