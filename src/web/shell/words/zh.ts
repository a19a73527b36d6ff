export const shell = {
  skipToContent: '跳到正文',
  mainNavigation: '主导航',
  breadcrumb: '当前位置',
  sidebar: '侧栏',
  expandSidebar: '展开侧栏',
  collapseSidebar: '收起侧栏',
  openSidebar: '打开侧栏',
  nav: {
    newSummary: '新的总结',
    records: '总结记录',
    highlights: '高亮',
    settings: '设置',
    ownPrompts: '我的提示词',
    officialPrompts: '官方提示词',
  },
  settings: {
    model: '语言模型',
    speech: '语音识别',
    'sign-ins': '站点登录',
    appearance: '语言与外观',
    appearanceLead: '只改变界面，保存在这个浏览器里。笔记的语言在首页选。',
  },
  user: {
    guest: '访客',
    guestLine: '你正以访客身份使用，无需注册。记录都归这个浏览器里的访客账号所有。',
    menu: '用户菜单',
    language: '语言',
    languageFailed: '语言没有切换：连不上服务器。请稍后再试。',
    theme: '外观',
    themeLight: '浅色',
    themeDark: '深色',
    themeSystem: '跟随系统',
    shortcuts: '键盘快捷键',
  },
  shortcuts: {
    title: '键盘快捷键',
    description: '在输入框以外的地方按下。',
    toggleSidebar: '展开或收起侧栏',
    showShortcuts: '显示这张列表',
    paste: '把剪贴板里的链接或文件放进首页的输入框',
    submit: '开始总结（在输入框里）',
    newLine: '换行（在输入框里）',
    play: '播放或暂停（空格也行）',
    tenSeconds: '后退、前进 10 秒',
    fiveSeconds: '后退、前进 5 秒',
    speed: '放慢、加快播放',
    mute: '静音或取消静音',
    picture: '把画面移到小窗口，或移回来',
    mark: '选中文字后，进入标记工具',
  },
  notFound: {
    title: '页面不存在',
    message: '地址可能写错了，或者内容已被删除。',
    home: '回到首页',
    records: '查看总结记录',
  },
  pageFailed: {
    title: '页面没有显示出来',
    message: '这一页出了问题，其他页面和你的记录不受影响。请重试；如果还是这样，请刷新浏览器。',
    home: '回到首页',
  },
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    shell: typeof shell;
  }
}
