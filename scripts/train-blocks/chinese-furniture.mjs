// What Chinese sites put around an article: written for the training, as few training pages are Chinese. None is from a site.
const titles = [
  '多地出台新措施支持中小企业发展',
  '这座小城为什么吸引了越来越多的年轻人',
  '专家提醒：冬季出行要注意这几点',
  '一图读懂今年的重点民生工程',
  '春运首日客流平稳 铁路部门加开列车',
  '新能源汽车销量再创新高',
  '从一粒种子到一碗米饭',
  '老街改造之后，商户们怎么说',
  '我市三所学校入选示范名单',
  '周末去哪儿？这五个公园值得一看',
  '科研团队在材料领域取得新进展',
  '秋粮收购工作全面展开',
  '高校毕业生就业服务季启动',
  '医保目录调整，哪些药品降价了',
  '他用二十年守护一片湿地',
  '球队客场取胜 升至积分榜第三',
  '图说：航拍雪后的古城',
  '楼市观察：租金为何下降',
];
const legal = [
  '免责声明：本文仅代表作者个人观点，与本站无关。文中陈述的文字和内容未经本站证实，对其真实性、完整性、及时性本站不作任何保证或承诺，请读者仅作参考，并请自行核实相关内容。',
  '版权声明：凡本网注明来源为本站的所有文字、图片和音视频，版权均属本站所有，任何媒体、网站或个人未经书面授权不得转载、链接或以其他方式使用，违者本网将依法追究责任。',
  '本站部分内容来自网络，转载出于传递更多信息之目的，并不意味着赞同其观点或证实其描述。如涉及作品内容、版权和其它问题，请在三十日内与本网联系，我们将在第一时间删除。',
  '特别声明：以上内容（如有图片或视频亦包括在内）为自媒体平台用户上传并发布，本平台仅提供信息存储服务。',
  '风险提示：市场有风险，投资需谨慎。本文不构成任何投资建议，据此操作，风险自担。',
  '侵权公告：根据有关法律法规，未经本单位许可，任何单位或个人不得擅自复制、转载、摘编本单位享有著作权的作品。对于各类非法转载行为，欢迎读者提供线索，举报电话：010-12345678。',
  '本文为原创作品，转载请注明出处及本文链接。',
  '声明：该文观点仅代表作者本人，本号系信息发布平台，仅提供信息存储空间服务。',
];
const prompts = [
  '打开APP阅读全文',
  '扫描二维码，关注我们的公众号',
  '点击下载客户端，查看更多精彩内容',
  '欢迎关注微信公众号，第一时间获取最新资讯',
  '更多精彩内容，请下载新闻客户端',
  '长按识别二维码订阅',
  '【打印本页】【关闭窗口】【返回顶部】',
  '分享到： 微信 微博 空间 人人',
  '我要评论 收藏本文 举报',
  '编辑热线：010-12345678 投稿邮箱：news@example.com',
];
const comments = [
  '写得真好，支持一下！',
  '这个问题我也遇到过，后来找客服才解决的，希望有关部门能重视起来，不要总是推来推去。',
  '沙发',
  '楼上说得对，我在这里住了十几年，变化确实很大，就是停车越来越难了。',
  '不敢苟同，文章里的数据是哪一年的？',
  '回复 @游客：请先看完再评论。',
  '转发了，谢谢分享。',
  '希望以后多一些这样的报道。我觉得作者讲得很清楚，条理也好，就是后半部分稍微短了点，期待续篇。',
];
const names = ['游客12345', '清风徐来', '山中客', '网友', '阿明', '一叶知秋', '北方的狼', '小鱼儿'];
const times = ['2021-05-03 10:22', '3小时前', '昨天 18:40', '2019年8月2日', '05-12 09:15'];

const headings = ['相关阅读', '推荐阅读', '相关新闻', '延伸阅读：', '热门推荐', '更多精彩内容', '猜你喜欢', '最新文章'];

const inTag = (tag, text) => `<${tag}>${text}</${tag}>`;
const one = (list, random) => list[Math.floor(random() * list.length)];
const some = (list, least, most, random) =>
  Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () => one(list, random));

const kinds = {
  legal: (random) => some(legal, 1, 2, random).map((text) => `<p>${text}</p>`),
  related: (random) => [
    inTag(one(['p', 'div', 'h3', 'h4'], random), one(headings, random)),
    one([true, false], random)
      ? `<ul>${some(titles, 3, 10, random)
          .map((text) => `<li><a href="/a/${Math.floor(random() * 1e6)}.html">${text}</a></li>`)
          .join('')}</ul>`
      : some(titles, 2, 5, random)
          .map((text) => `<p><a href="/a/${Math.floor(random() * 1e6)}.html">${text}</a></p>`)
          .join(''),
  ],
  neighbours: (random) => [
    `<p>上一篇：<a href="/a/1.html">${one(titles, random)}</a></p><p>下一篇：<a href="/a/3.html">${one(titles, random)}</a></p>`,
  ],
  prompts: (random) => some(prompts, 1, 3, random).map((text) => `<p>${text}</p>`),
  comments: (random) => [
    inTag(one(['h3', 'p', 'div'], random), one(['网友评论', '最新评论', '全部评论（8）', '已有12条评论', '评论'], random)),
    ...some(comments, 2, 7, random).map(
      (text) =>
        `<div><p>${one(names, random)} ${one(times, random)}</p><p>${text}</p><p>回复 赞(${Math.floor(random() * 30)})</p></div>`,
    ),
    random() < 0.6 ? '<p>发表评论</p><p>昵称：</p><p>邮箱（不会公开）</p><p>登录后才能发表评论，请遵守相关法律法规</p>' : '',
  ],
};

/** The HTML of one piece, and the shares that stand behind the text and before it; the rest stands within it. */
export function chineseFurniture(random) {
  const html = one(Object.values(kinds), random)(random).join('');
  return { html: `<div class="x${Math.floor(random() * 1e6)}">${html}</div>`, behind: 0.8, before: 0.15 };
}
