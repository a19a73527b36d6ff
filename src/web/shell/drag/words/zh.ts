export const drag = {
  one: '“{{title}}”',
  many_other: '{{formatted}} 条记录',
  begins: '将放入{{what}}',
  taken: '已拿起{{what}}。',
  takenByKeys: '已拿起{{what}}。用方向键选去处，Enter 放下，Esc 取消。',
  over: '放到：{{name}}',
  dropped: '已放到：{{name}}',
  calledOff: '已取消，什么都没有改动。',
  places: '放到…',
  marks: '收藏和标签',
  favorite: '收藏',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    drag: typeof drag;
  }
}
