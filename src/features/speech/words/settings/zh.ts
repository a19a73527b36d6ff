export const speech = {
  title: '语音识别',
  intro: '没有字幕的录音，会先在这台服务器上听写成文字，再写成笔记。识别模型只在需要时下载，声音不会离开服务器。',
  service: '服务器已设置语音识别服务（{{service}}），录音由它来听写，下面的模型不会用到。',
  notManageable: '这台服务器的模型由管理员管理，这里只能查看。',
  failed: '模型列表没有加载出来',
  list: '识别模型',
  manyLanguages: '约一百种语言',
  licence: '许可：{{name}}',
  recommended: '推荐',
  states: {
    installed: '已安装',
    fetching: '正在下载',
    checking: '正在校验',
    partial: '未下载完',
  },
  progress: '{{name}} 的下载进度',
  line: {
    fetching: '{{done}} / {{total}}',
    fetchingAt: '{{done}} / {{total}} · 每秒 {{speed}}',
    checking: '已收到 {{done}}，正在逐字节校验',
    partial: '已有 {{done}} / {{total}}，继续时接着下载',
  },
  announce: {
    installed: '{{name}} 已可使用',
    stopped: '{{name}} 没有下载完',
  },
  actions: {
    fetch: '下载',
    fetchName: '下载 {{name}}',
    resume: '继续下载',
    resumeName: '继续下载 {{name}}',
    cancel: '停止',
    cancelName: '停止下载 {{name}}',
    remove: '删除',
    removeName: '删除 {{name}}',
  },
  confirmRemove: {
    title: '删除 {{name}}？',
    message: '会释放 {{size}} 磁盘空间。这台服务器上的所有人都会用不到它，需要时可以重新下载。',
  },
  import: {
    title: '从文件夹导入',
    message: '下载不了时，可以在别的机器上下好模型文件，放进服务器的这个文件夹，再导入。文件会逐字节校验。',
    folder: '导入文件夹',
    action: '导入',
    done: '已导入：{{names}}',
  },
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    speech: typeof speech;
  }
}
