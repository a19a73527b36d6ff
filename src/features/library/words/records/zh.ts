export const records = {
  types: {
    label: '按类型筛选',
    all: '全部',
    longVideo: '长视频',
    shortVideo: '短视频',
    audio: '音频',
    online: '网页与文档',
    local: '本地文件',
    withCount: '{{name}}，{{formatted}} 篇',
  },
  noneOfType: '这一类还没有记录',
  noneOfTypeHint: '换一个类型，或者查看全部记录。',
  unknownType: '没有这个类型',
  unknownTypeHint: '地址里的类型不认识，列表没有读取。',
  showAll: '查看全部',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    records: typeof records;
  }
}
