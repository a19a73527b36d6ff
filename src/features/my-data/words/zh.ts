export const myData = {
  title: '我的数据',
  lead: '带走你的全部内容，导入到别处，或者把账号彻底删除。',
  loadFailed: '账号的状态没有加载出来。',
  export: {
    title: '导出',
    text: '一个 .zip 文件，包含全部记录、笔记、字幕、划线、合集、智能文件夹、对话、提示词、名字、设置、头像和上传的文件，附带每个文件的校验值。时间明细也在里面，供你查看；余额不会带走。不含密钥和站点登录。',
    action: '下载全部数据',
    nothing: '还没有可以导出的内容。',
  },
  import: {
    title: '导入',
    text: '选择从这里或另一台服务器导出的 .zip 文件。已有的记录和设置不会改动；文件有问题时，什么都不会导入。',
    action: '选择存档',
    sending: '正在上传存档',
    running: '正在导入',
    cancel: '停止',
    cancelFailed: '没有停止成功。',
    failed: '没有导入成功。',
    cancelled: '导入已停止，没有改动任何内容。',
    done: '导入完成',
    contents_other: '新增 {{formatted}} 篇记录',
    kept_other: '{{formatted}} 篇原来就有',
    prompts_other: '{{formatted}} 个提示词',
    collections_other: '{{formatted}} 个合集',
    smartFolders_other: '{{formatted}} 个智能文件夹',
  },
  deletion: {
    title: '删除账号',
    text_other: '账号和全部内容会在 {{formatted}} 小时后彻底删除，在那之前随时可以反悔。删除以后无法恢复。',
    field: '输入“{{word}}”以确认',
    word: '删除账号',
    action: '删除账号和全部数据',
    failed: '没有提交成功。',
    due: '账号将在 {{time}} 删除',
    left: '还剩 {{time}}',
    soon: '正在删除',
    dueText: '到时所有内容都会彻底删除，包括上传的文件。现在还可以保留。',
    keep: '保留我的账号',
    kept: '账号会保留，什么都没有删除。',
    keepFailed: '没有取消成功。',
  },
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    myData: typeof myData;
  }
}
