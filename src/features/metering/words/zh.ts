export const metering = {
  title: '用时',
  lead: '总结一段录音或视频，用掉的是它真正读到的时长；文字按朗读所需的时间算，约每分钟 300 字。失败、取消、别人已经总结过的内容，以及用自己的模型密钥写的笔记，都不计时。',
  loading: '正在读取剩余时长',
  loadFailed: '没能读到剩余时长',
  left: '剩余 {{minutes}} 分钟',
  unlimited: '不限时长',
  unlimitedHere: '这台服务器没有设置时长限制。',
  unlimitedMember: '会员不限时长，用掉的照常记在下面。',
  member: '会员，不限时长',
  wrong: '时长不对？',
  memberUntil: '会员有效期至 {{date}}。',
  expires: '其中一部分到 {{date}} 失效，总是先用最早失效的。',
  saved_other: '已有笔记的音视频 {{formatted}} 项，共 {{minutes}} 分钟，都不必从头听。',
  savedShare: '省下的时间占 {{percent}}%',
  savedBar: '省下的时间与剩余时长',
  balance: 'API 余额 {{amount}}：服务器当天的模型额度用完后，从中扣除。',
  license: {
    title: '授权码',
    field: '授权码',
    hint: '从商店买到的授权码，每个只能用一次。',
    activate: '激活',
    activating: '正在激活',
    done: '已增加 {{minutes}} 分钟。',
    failed: '授权码没有激活',
    toSignIn: '登录',
    signIn: '请先登录，再激活授权码：时长记在账号上，访客清除浏览器数据后就找不回来了。',
  },
  entries: {
    title: '明细',
    lead: '每一笔都在这里，记下之后不再改动。',
    none: '还没有记录',
    noneText: '总结第一项内容之后，这里会写明用了多少。',
    more: '更早的',
    loading: '正在读取明细',
    loadFailed: '没能读到明细',
    balance: '余 {{duration}}',
    deleted: '已删除的内容',
    charge: '总结：{{title}}',
    membership: '会员免计',
    correction: '更正',
    expiry: '过期：{{what}}',
    grant: {
      starting: '新账号赠送',
      refill: '每月补充',
      referral: '邀请奖励',
      license: '授权码',
      admin: '管理员增加',
      merge: '来自访客账号',
    },
  },
  soonOut: '剩余 {{minutes}} 分钟',
} as const;

declare module '#i18n/words.ts' {
  interface Words {
    metering: typeof metering;
  }
}
