/** Chinese pages as news sites, offices, forums and blogs build them; texts and names are made up. */
import { expect, test } from 'vitest';
import { readPage } from './read-page.ts';

type Options = { head?: string; after?: string; wrap?: (content: string) => string };

const paras = [
  '十月二十七日清晨，河边的雾还没有散，老船工已经把缆绳解开。他说，这条河他走了三十多年，哪里有暗礁，闭着眼睛也知道。',
  '据了解，这座水闸始建于上世纪五十年代，当时全镇的人都来帮忙，石头是一块一块抬上去的。如今闸门换成了电动的，但石阶还是原来的石阶。',
  '“我们不是要把它变成景点，”镇里的负责人说，“只是希望孩子们知道，这里的水是怎么来的。”目前，修缮工程已经完成了百分之八十。',
  '下一步，镇里计划把沿河的三处码头连成步道，预计明年春天向公众开放。届时，游客可以从东门一路走到旧渡口，全长约四公里。',
];

const body = paras.map((text) => `<p>　　${text}</p>`).join('');

/** `lead` stands between title and text, `tail` at the end of the text, `after` behind it. */
function read(lead: string, tail: string, { head = '', after = '', wrap = (content) => content }: Options) {
  const content = wrap(`<div class="content">${body}${tail}</div>`);
  const header =
    '<div class="header"><a href="/">首页</a><a href="/gn">国内</a><a href="/gj">国际</a><a href="/ty">体育</a></div>';
  const crumb = '<div class="crumb"><a href="/">首页</a> &gt; <a href="/gn">国内</a> &gt; 正文</div>';
  const footer = '<div class="footer">版权所有 某某新闻网 京ICP备12345678号</div>';
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>老水闸换新颜-某某新闻网</title>${head}</head><body>${header}<div class="wrap">${crumb}<h1>老水闸换新颜</h1>${lead}${content}${after}</div>${footer}</body></html>`;
  const url = 'http://www.example-news.cn/n1/2024/1027/c1-1.html';
  return readPage({ bytes: new TextEncoder().encode(html), contentType: 'text/html; charset=utf-8', url });
}

const authors: [name: string, lead: string, tail: string, options: Options, author: string | null][] = [
  [
    '来源 作者 time spans',
    '<div class="info"><span>2024-10-27 08:30</span><span>来源：某某晚报</span><span>作者：周晓河</span><span>责任编辑：吴敏</span></div>',
    '',
    {},
    '周晓河',
  ],
  ['作者 behind 来源 no space', '<div class="info">2024年10月27日08:30来源：某某晚报作者：周晓河</div>', '', {}, '周晓河'],
  ['作者 two names 、', '<div class="info">作者：周晓河、陈立 2024-10-27</div>', '', {}, '周晓河 陈立'],
  ['本报记者 line', '<div class="info">2024-10-27 来源：某某晚报</div><p>本报记者 周晓河</p>', '', {}, '周晓河'],
  [
    '记者 after 电头',
    '<div class="info">2024-10-27 来源：新华社</div><p>　　新华社南京10月27日电（记者周晓河、陈立）河边的雾还没有散，缆绳已经解开，人们站在石阶上看水慢慢地流过去。</p>',
    '',
    {},
    '周晓河 陈立',
  ],
  [
    '记者 电头 (记者 x y)',
    '<div class="info">2024-10-27</div><p>　　某某网北京10月27日电 (记者 周晓河 陈立)河边的雾还没有散，缆绳已经解开，人们站在石阶上看水慢慢地流过去。</p>',
    '',
    {},
    '周晓河 陈立',
  ],
  [
    '本报讯 (记者 x 通讯员 y)',
    '<div class="info">2024-10-27</div><p>　　本报讯（记者 周晓河 通讯员 陈立）河边的雾还没有散，缆绳已经解开，人们站在石阶上看水慢慢地流过去。</p>',
    '',
    {},
    '周晓河',
  ],
  ['tail (记者 X)', '<div class="info">2024-10-27 来源：某某网</div>', '<p>（记者 周晓河）</p>', {}, '周晓河'],
  ['tail 本文作者', '<div class="info">2024-10-27</div>', '<p>（作者系某某大学历史系教授）</p><p>作者：周晓河</p>', {}, '周晓河'],
  ['tail 作者为', '<div class="info">2024-10-27</div>', '<p>（作者周晓河，系某某大学教授）</p>', {}, '周晓河'],
  [
    'tail 编辑',
    '<div class="info">2024-10-27 来源：某某网</div>',
    '',
    { after: '<div class="editor">编辑：周晓河</div>' },
    '周晓河',
  ],
  [
    'tail 责编 brackets',
    '<div class="info">2024-10-27 来源：某某网</div>',
    '',
    { after: '<div class="editor">[责任编辑：周晓河]</div>' },
    '周晓河',
  ],
  [
    'tail 责编 （）',
    '<div class="info">2024-10-27 来源：某某网</div>',
    '',
    { after: '<div class="editor">(责编：周晓河、陈立)</div>' },
    '周晓河 陈立',
  ],
  ['文/', '<div class="info">2024-10-27</div><p>文/周晓河</p>', '', {}, '周晓河'],
  ['文｜', '<div class="info">2024-10-27</div><p>文｜周晓河　编辑｜陈立</p>', '', {}, '周晓河'],
  ['文：', '<div class="info">2024-10-27</div><p>文：周晓河 图：陈立</p>', '', {}, '周晓河'],
  ['文 | pen name', '<div class="info">2024-10-27</div><p>文 | 河边的阿周</p>', '', {}, '河边的阿周'],
  ['撰文', '<div class="info">2024-10-27</div><p>撰文：周晓河</p>', '', {}, '周晓河'],
  ['meta author', '', '', { head: '<meta name="author" content="周晓河">' }, '周晓河'],
  ['meta author outlet', '<div>作者：周晓河</div>', '', { head: '<meta name="author" content="某某新闻网">' }, '周晓河'],
  [
    'span class author',
    '<div class="meta"><span class="author">周晓河</span><span class="time">2024-10-27</span></div>',
    '',
    {},
    '周晓河',
  ],
  [
    'class and rel of a link',
    '<div class="meta"><a class="name" href="/u/123" rel="author">河边的阿周</a><span class="time">2024-10-27</span></div>',
    '',
    {},
    '河边的阿周',
  ],
  [
    'label in own element',
    '<div class="meta"><span class="label">作者：</span><span class="value">周晓河</span></div>',
    '',
    {},
    '周晓河',
  ],
  [
    'label strong',
    '<ul class="meta"><li>作者：<a href="/u/1">周晓河</a></li><li>来源：某某网</li><li>浏览：123</li></ul>',
    '',
    {},
    '周晓河',
  ],
  ['发布人', '<div class="meta">发布人：周晓河　发布时间：2024-10-27　浏览次数：123</div>', '', {}, '周晓河'],
  ['bbs 楼主', '<div class="meta">楼主：河边的阿周 时间：2024-10-27 10:00:00 点击：123 回复：4</div>', '', {}, '河边的阿周'],
  ['blog 于', '<div class="meta">周晓河 于 2024-10-27 10:00:00 发布</div>', '', {}, '周晓河'],
  ['csdn', '<div class="meta">原创 河边的阿周 最后发布于2024-10-27 10:00:00 阅读数 123</div>', '', {}, '河边的阿周'],
  [
    'posted @ cnblogs',
    '',
    '<p></p>',
    { after: '<div class="postDesc">posted @ 2024-10-27 10:00 河边的阿周 阅读(123) 评论(0) 编辑 收藏</div>' },
    '河边的阿周',
  ],
  ['by line', '<div class="meta">By 河边的阿周 / 2024-10-27</div>', '', {}, '河边的阿周'],
  ['traditional 記者', '<div class="meta">記者周曉河／台北報導</div>', '', {}, '周曉河'],
  ['traditional 作者', '<div class="meta">作者：周曉河</div>', '', {}, '周曉河'],
  ['traditional 文／', '<div class="meta">文／周曉河</div>', '', {}, '周曉河'],
  ['minority name', '<div class="info">作者：阿不都·热合曼 来源：某某网</div>', '', {}, '阿不都·热合曼'],
  ['foreign', '<div class="info">作者：[美] 约翰·史密斯 译者：陈立</div>', '', {}, '约翰·史密斯'],
  ['新京报 style', '<div class="info">新京报记者 周晓河 编辑 陈立 校对 吴敏</div>', '', {}, '周晓河'],
  ['澎湃', '<div class="info">澎湃新闻记者 周晓河</div><div>2024-10-27 08:30 来源：澎湃新闻</div>', '', {}, '周晓河'],
  ['no author, source only', '<div class="info">2024-10-27 来源：某某晚报</div>', '', {}, null],
  ['author is 佚名', '<div class="info">作者：佚名 来源：某某晚报</div>', '', {}, null],
  ['author empty', '<div class="info">作者： 来源：某某晚报 编辑：</div>', '', {}, null],
  [
    'person in text',
    '<div class="info">2024-10-27 来源：某某晚报</div>',
    '<p>记者注意到，作者在书中写道，河水是不会说话的。</p>',
    {},
    null,
  ],
  ['摄影', '<div class="info">2024-10-27</div><p>图为老水闸。摄影 陈立</p>', '', {}, null],
  ['site-wide admin', '<div class="info">作者：admin 时间：2024-10-27</div>', '', {}, null],
  [
    'gov 发布机构',
    '<table><tr><td>索引号：</td><td>0001</td><td>发布机构：</td><td>某某镇人民政府</td></tr></table>',
    '',
    {},
    '某某镇人民政府',
  ],
];

test.each(authors)('SUM-09 the author of a Chinese page: %s', (_, lead, tail, options, author) => {
  expect(read(lead, tail, options).author).toBe(author);
});

const texts: [name: string, lead: string, tail: string, options: Options][] = [
  [
    'related list after',
    '',
    '',
    {
      after:
        '<div class="rel"><h3>相关阅读</h3><ul><li><a href="/1">村口的老槐树又开花了</a></li><li><a href="/2">镇上的第一座图书馆今天开门</a></li></ul></div>',
    },
  ],
  [
    'related inside content',
    '',
    '<p><strong>相关阅读：</strong></p><p><a href="/1">村口的老槐树又开花了</a></p><p><a href="/2">镇上的第一座图书馆今天开门</a></p>',
    {},
  ],
  [
    'disclaimer inside',
    '',
    '<p>免责声明：本文来自某某号客户端自媒体，不代表某某网的观点和立场。如有侵权，请联系我们删除。</p>',
    {},
  ],
  [
    'app plea inside',
    '',
    '<p>打开某某新闻客户端，查看更多精彩内容</p><p>更多精彩资讯请在应用市场下载“某某”客户端，未经授权请勿转载，欢迎提供新闻线索。</p>',
    {},
  ],
  ['qr', '', '<p>扫描二维码关注我们</p><p>微信号：example-news</p>', {}],
  [
    'prev next',
    '',
    '',
    {
      after:
        '<div class="pn">上一篇：<a href="/1">村口的老槐树又开花了</a><br>下一篇：<a href="/2">镇上的第一座图书馆今天开门</a></div>',
    },
  ],
  [
    'comments',
    '',
    '',
    {
      after: `<div class="comment-list"><h3>网友评论</h3>${['河边人家', '小石头', '远方'].map((n) => `<div class="item"><span>${n}</span><p>我小时候就在那条河边长大，看到这个消息真高兴，下次一定要回去看看。</p><span>2024-10-28 回复(3) 赞(12)</span></div>`).join('')}</div>`,
    },
  ],
  [
    'hot list side',
    '',
    '',
    {
      after: `<div class="side"><h3>热门排行</h3><ol>${Array.from({ length: 10 }, (_, i) => `<li><a href="/h${i}">第${i + 1}条热门新闻标题写得很长很长让人想点</a></li>`).join('')}</ol></div>`,
    },
  ],
  [
    'long notice of the law inside',
    '',
    '<p>反侵权公告：</p><p>一、任何单位或个人，在任何公开传播平台上使用本社（包括某某日报、某某晚报等）的原创内容，必须事先取得本社书面同意；</p><p>二、对侵犯本社合法权益的违法行为，本社将采取一切合法措施，追究行为人的责任，包括但不限于公开谴责、向有关部门举报、提起诉讼；</p><p>陈律师（法律顾问）010-12345678</p>',
    {},
  ],
  [
    'labels and addresses for links back inside',
    '',
    '<p>【大 中 小】 【打印】 【关闭窗口】</p><p>本文通告引用(Trackback)链接: http://www.example-news.cn/tb.php?p=1700</p><p>发送水闸到6666 随时随地看新闻</p>',
    {},
  ],
  ['share bar', '<div class="share">分享到：<a>微信</a><a>微博</a><a>QQ空间</a> 字号：大 中 小 打印</div>', '', {}],
  [
    'copyright statement',
    '',
    '',
    {
      after:
        '<div class="statement"><p>凡本网注明“来源：某某网”的所有作品，版权均属于某某网，未经本网授权不得转载、摘编或利用其它方式使用上述作品。</p><p>已经本网授权使用作品的，应在授权范围内使用，并注明“来源：某某网”。违反上述声明者，本网将追究其相关法律责任。</p></div>',
    },
  ],
  [
    'table layout',
    '',
    '',
    {
      wrap: (x) =>
        `<table width="760"><tr><td width="200"><a href="/1">栏目一</a><br><a href="/2">栏目二</a><br><a href="/3">栏目三</a></td><td>${x}</td></tr></table>`,
    },
  ],
  [
    'recommend cards',
    '',
    '',
    {
      after: `<div class="feed">${Array.from({ length: 6 }, (_, i) => `<div class="card"><a href="/c${i}"><h4>推荐：第${i + 1}个故事的题目</h4><p>这是一段大约四十个字的摘要，说的是另外一件事情，和正文没有什么关系，不应该出现。</p></a><span>某某号 2024-10-2${i}</span></div>`).join('')}</div>`,
    },
  ],
  ['caption', '', `<p><img src="a.jpg"></p><p style="text-align:center">图为修缮后的老水闸。陈立 摄</p>`, {}],
  [
    'blog sidebar before',
    '<div class="profile"><p>个人资料</p><p>河边的阿周</p><p>博客等级：12</p><p>博客积分：1234</p><p>博客访问：56,789</p></div>',
    '',
    {},
  ],
  [
    'pleas and earlier stories of an account inside',
    '',
    '<p>END</p><p>往期推荐</p><p><a href="/1">村口的老槐树又开花了</a></p><p><a href="/2">镇上的第一座图书馆今天开门</a></p><p>觉得不错，请点个“在看”和“赞”</p><p>长按识别二维码，加入读者群</p>',
    {},
  ],
  [
    'who stores the text, in two languages, inside',
    '',
    '<p>展开剩余70%</p><p>（本文内容由某某号创作者提供，平台仅提供信息存储服务）</p><p>Notice: The content above (including the pictures and videos if any) is uploaded and posted by a user of the platform, which only provides information storage services.</p>',
    {},
  ],
  [
    'votes, tags and rules for comments inside',
    '<p>2011年10月27日 08:30 来源：某某网 作者：周晓河 <a href="#c">我要评论(0)</a></p>',
    '<p>顶一下(12) 85.7% 踩一下(2) 14.3%</p><p>------分隔线----------------------------</p><p>标签(Tag)：水闸 码头</p><p>请自觉遵守互联网相关的政策法规，严禁发布色情、暴力、反动的言论。</p>',
    {},
  ],
  [
    'a place, labels in brackets and dated stories inside',
    '',
    '<p>您现在的位置：首页&gt;&gt;本地&gt;&gt;正文</p><p>【进入论坛】【推荐朋友】【关闭窗口】</p><p>打赏</p><p>作者最新文章：</p><p>• <a href="/1">村口的老槐树又开花了</a> [10-26]</p><p>• <a href="/2">镇上的第一座图书馆今天开门</a> [10-25]</p>',
    {},
  ],
  [
    'recommended stories with teasers and without names of classes',
    '',
    `<div>为您推荐</div>${['村口的老槐树又开花了', '镇上的第一座图书馆今天开门', '一家老店关门前排起了长队'].map((title, i) => `<div><div><a href="/${i}">${title}</a></div><div>有人从很远的地方赶来，只为了再看一眼，第${i + 1}天也是这样</div></div>`).join('')}`,
    {},
  ],
];

test.each(texts)('SUM-09 the text of a Chinese page, whatever stands around it: %s', (_, lead, tail, options) => {
  expect(read(lead, tail, options).text.split('\n')).toEqual(paras);
});

test.each([
  '镇里的法律声明贴在码头边上，谁都可以看，上面写着修缮的钱从哪里来，又是怎样一笔一笔花出去的，连石头的价钱都有。',
  '游客可以从东门一路走到旧渡口，镇里在入口处贴出了公告，网友也可以在网上预约，全程大约需要两个小时。',
  '老人说，当年的声明他还留着，上面的印章已经看不清了，可是每一个字他都记得，他想把它捐给镇里的小博物馆。',
  '如果有人在河里发现旧石碑，可以联系镇里的博物馆，工作人员会上门登记，提供信息的人还能得到一张手绘的河道地图。',
  '扫描码头上的二维码，就能听到老船工用方言讲的故事，镇里打算把它们整理成一本小书，送给每一个来过这里的孩子。',
  '有人投诉过夜里的灯光太亮，镇里第二天就把灯换了，现在河边的晚上安安静静的，只听得见水声和偶尔经过的船。',
])('SUM-09 a last paragraph about what also stands below texts is kept: %s', (last) => {
  expect(read('', `<p>${last}</p>`, {}).text.split('\n').at(-1)).toBe(last);
});
