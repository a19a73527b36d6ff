/** Bylines of Chinese papers, offices, blogs and forums; texts and names are made up. */
import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';

const paragraphs = [
  '十月二十七日清晨，河边的雾还没有散，老船工已经把缆绳解开。他说，这条河他走了三十多年，哪里有暗礁，闭着眼睛也知道。',
  '据了解，这座水闸始建于上世纪五十年代，当时全镇的人都来帮忙，石头是一块一块抬上去的。如今闸门换成了电动的，但石阶还是原来的石阶。',
  '下一步，镇里计划把沿河的三处码头连成步道，预计明年春天向公众开放。届时，行人可以从东门一路走到旧渡口，全长约四公里。',
];
const text = paragraphs.map((line) => `<p>　　${line}</p>`).join('');
const date = '<div class="info">2024-10-27 08:30</div>';

type Page = { head?: string; title?: string; lead?: string; tail?: string; after?: string; body?: string };

function authorOf({ head = '', title = '老水闸换新颜-某某新闻网', lead = date, tail = '', after = '', body = '' }: Page) {
  const content = body || `<div class="content">${text}${tail}</div>`;
  const links = ['首页', '国内', '国际', '体育'].map((name) => `<a href="/${name}">${name}</a>`).join('');
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><div class="header">${links}</div><div class="wrap"><h1>老水闸换新颜</h1>${lead}${content}${after}</div><div class="footer">版权所有 某某新闻网</div></body></html>`;
  const url = 'http://www.example-news.cn/n1/2024/1027/c1-1.html';
  return readPage({ bytes: new TextEncoder().encode(html), contentType: 'text/html; charset=utf-8', url }).author;
}

test.each([
  ['周晓河', '记者 周晓河 北京报道'],
  ['周晓河', '本报记者周晓河北京报道'],
  ['周晓河', '本报记者 周晓河 发自上海'],
  ['周晓河', '本报特约记者　周晓河'],
  ['周晓河', '图文/周晓河'],
  ['周晓河', '文、图 | 记者 周晓河'],
  ['周晓河', '文／羊城某报全媒体记者 周晓河'],
  ['周晓河', '采写：某某日报记者 周晓河'],
  ['周晓河', '采写/周晓河'],
  ['周晓河', '作者丨周晓河'],
  ['周晓河', '作者 周晓河'],
  ['周晓河', '[作者] 周晓河 [来源] 某某网'],
  ['周晓河', '（作者：周晓河）'],
  ['周晓河', '撰稿人：周晓河 审核人：陈立'],
  ['周晓河', '供稿：周晓河 发布时间：2024-10-27'],
  ['周晓河', '发布者：管理员 作者：周晓河'],
  ['周晓河', '编译：周晓河'],
  ['周晓河', '◎ 周晓河'],
  ['周河', '□ 周河'],
  ['周晓河', '周晓河'],
  ['周河', '周　河'],
  ['周晓河', '周晓河 2024-10-27 08:30'],
  ['周晓河', '编辑：周晓河'],
  ['周晓河', '撰写人：周晓河'],
  ['周晓河', '执笔：周晓河'],
  ['周晓河', '主笔/周晓河'],
  ['周晓河', '采访：周晓河'],
  ['周晓河', '图/文：周晓河'],
  ['周晓河', '文 周晓河 图 陈立'],
  ['周晓河', '特约撰稿人 周晓河'],
  ['周晓河', '本报评论员 周晓河'],
  ['河边的阿周', '发帖人：河边的阿周'],
  ['周晓河', '周晓河 | 2024-10-27'],
  ['周晓河', '2024-10-27 08:30 | 周晓河'],
  ['周晓河', '来源：某某日报 周晓河'],
  ['周晓河', '信息录入：周晓河'],
  ['周晓河', '口述/周晓河 整理/陈立'],
  ['周晓河', '作者简介：周晓河（1970—），男，某某大学教授。'],
  ['周晓河', '来源：某某网 作者：周晓河 举报'],
  ['河边的阿周', '本文由 河边的阿周 发表于 2024-10-27'],
  ['周晓河', '来源|某某网 作者|周晓河'],
  ['周晓河', '记者｜周晓河 编辑｜陈立'],
  ['周晓河', '文并图：周晓河'],
  ['周晓河', '周晓河 著'],
  ['约翰·史密斯', '约翰·史密斯 文 陈立 译'],
  ['约翰·史密斯', '文/约翰·史密斯 译/陈立'],
  ['河边的阿周', '由 河边的阿周 于 2024-10-27 发布'],
  ['周曉河', '文／記者周曉河'],
  ['周曉河', '周曉河 / 綜合報導 2024-10-27'],
  ['周晓河', '文｜某某周刊 周晓河（发自北京）'],
  ['周晓河', '——周晓河'],
  ['周晓河', '周晓河/某某工作室'],
  ['周晓河', '2003年11月12日 09:07 某某早报 周晓河'],
  ['周晓河', '某某日报 周晓河 2024-10-27 08:30'],
  ['河边的阿周', '发布用户：河边的阿周 发布时间：2024-10-27'],
  ['河边的阿周', '作者：河边的阿周 提交日期：2005-10-27 8:30:00'],
  ['河边的阿周', '[作者] 河边的阿周 发表于 2005-10-27 8:30'],
  ['河边的阿周', '河边的阿周 2005-10-27 08:30 发表'],
  ['河边的阿周', '作者：河边的阿周 08:30'],
  ['河边的阿周', '由 河边的阿周 在 2005-10-27 08:30 发表'],
  ['周曉河', '（中央社記者周曉河台北27日電）河邊的霧還沒有散，纜繩已經解開，人們站在石階上看水慢慢地流過去。'],
  ['周晓河 陈立', '中新网南京10月27日电 (周晓河 陈立)河边的雾还没有散，缆绳已经解开，人们站在石阶上看水慢慢地流过去。'],
  ['周晓河 陈立', '本报讯（周晓河 陈立）河边的雾还没有散，缆绳已经解开，人们站在石阶上看水慢慢地流过去。'],
  ['周晓河', '时间：2024-10-27 文、图：周晓河 来源：水利学院'],
  ['周曉河', '生活中心／周曉河報導'],
  ['周晓河', '作者·周晓河'],
  ['周晓河', '原创 周晓河 河边周刊 2024-10-27 08:30'],
  ['佘晓河', '本报记者 佘晓河'],
])('SUM-09 finds %s between title and text: %s', (author, line) => {
  expect(authorOf({ lead: `${date}<p>${line}</p>` })).toBe(author);
});

test.each([
  ['周晓河', '文图/周晓河'],
  ['周晓河', '某某日报全媒体记者 周晓河 文/图'],
  ['周晓河', '（作者周晓河 单位：某某大学）'],
  ['周晓河', '作者简介：周晓河，某某大学教授。'],
  ['周晓河', '（整理：周晓河）'],
  ['周晓河', '（编辑 周晓河）'],
  ['周晓河', '编辑 周晓河'],
  ['周晓河', '（周晓河）'],
  ['周晓河', '　　河水慢慢流过去，没有人说话。（周晓河）'],
  ['周晓河 陈立', '　　河水慢慢流过去，没有人说话。（周晓河 陈立）'],
  ['周晓河', '来源：某某晚报 周晓河'],
  ['周晓河', '（文/图 周晓河）'],
  ['周晓河', '（周晓河 文/图）'],
  ['周晓河', '（周晓河整理）'],
  ['周晓河', '【作者简介】周晓河，某某大学教授。'],
  ['周晓河', '（某某大学 周晓河）'],
  ['周晓河', '本文作者周晓河，资深媒体人。'],
  ['周晓河', '（作者系某某大学教授 周晓河）'],
  ['周晓河', '（周晓河，某某大学教授）'],
  ['周晓河', '供稿：宣传部 周晓河'],
  ['周晓河', '周晓河'],
])('SUM-09 finds %s at the end of the text: %s', (author, line) => {
  expect(authorOf({ tail: `<p>${line}</p>` })).toBe(author);
});

const data = (author: object) =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', author })}</script>`;

test.each<[form: string, author: string, page: Page]>([
  ['two cells', '周晓河', { lead: '<table><tr><td>作者</td><td>周晓河</td><td>来源</td><td>某某网</td></tr></table>' }],
  [
    'a line of its own above the editor',
    '周晓河',
    { lead: '<p align=center>周晓河</p><p>2024年10月27日</p>', tail: '<p>（责任编辑：陈立）</p>' },
  ],
  [
    'a dateline above the editor',
    '周晓河',
    {
      lead: '<p>　　某某网北京10月27日电 （周晓河）河边的雾还没有散，缆绳已经解开，人们站在石阶上看水。</p>',
      after: '<p>(责编：陈立)</p>',
    },
  ],
  [
    'an agency in the data',
    '周晓河',
    { head: data({ '@type': 'Organization', name: '某某通讯社' }), lead: `${date}<p>记者 周晓河</p>` },
  ],
  ['a meta of a platform', '周晓河', { head: '<meta name="bytedance:author" content="周晓河">' }],
  ['a meta of the editor', '周晓河', { head: '<meta name="editor" content="周晓河">' }],
  ['a class in pinyin', '河边的阿周', { lead: '<span class="zuozhe">河边的阿周</span>' }],
  ['an account of a platform', '河边的阿周', { head: '<meta name="mediaid" content="河边的阿周">' }],
  [
    'an account of WeChat',
    '河边周刊',
    { lead: '<div id="meta_content"><span class="nick"><a id="js_name">河边周刊</a></span><em>2024-10-27</em></div>' },
  ],
  [
    'a person beside an account of WeChat',
    '周晓河',
    { lead: '<div><span class="rich_media_meta rich_media_meta_text">周晓河</span><a id="js_name">河边周刊</a></div>' },
  ],
  [
    'a link to a user',
    '河边的阿周',
    { lead: '<div><a href="/u/abc"><span class="Fx8">河边的阿周</span></a><time>2024.10.27</time><span>字数 1,234</span></div>' },
  ],
  [
    'a link to a user among other words',
    '河边的阿周',
    { lead: '<div><span>原创</span><span>2024-10-27</span>·<a href="/c/user/1/">河边的阿周</a></div>' },
  ],
  [
    'an outlet of its own',
    '河边的阿周',
    { lead: '<div><a class="media-name" href="/x">河边的阿周</a> 已于 2024-10-27 修改</div>' },
  ],
  ['a nickname', '河边的阿周', { lead: '<div><a class="follow-nickName" href="/x">河边的阿周</a> 已于 2024-10-27 修改</div>' }],
  ['a name that a date touches', '河边的阿周', { lead: '<div class="author-info"><b>河边的阿周</b><i>2024-10-27</i></div>' }],
  [
    'the first post of a thread',
    '河边的阿周',
    {
      lead: '',
      body: `<div><div class="pls"><div class="authi"><a href="space-uid-1.html">河边的阿周</a></div><p>主题 12</p></div><div class="plc"><em>发表于 2024-10-27 08:30</em> | 只看该作者<div class="t_f">${paragraphs.join('<br>')}</div></div></div>`,
    },
  ],
  ['a title of a blog', '河边的阿周', { title: '老水闸换新颜_河边的阿周_新浪博客' }],
  ['a title of a page of a space', '河边的阿周', { title: '老水闸换新颜_河边的阿周_百度空间' }],
  [
    'a reporter of a paper and a trainee, in a class of their own',
    '周晓河',
    { lead: '<div class="index_author__x">某某新闻记者 周晓河 实习生 陈立</div><div>2024-10-27 08:30</div>' },
  ],
  ['a reporter in the head', '周晓河', { head: '<meta name="author" content="本报记者 周晓河">' }],
  [
    'a card with a name and an office',
    '周晓河',
    { lead: '<div class="author-intro"><a class="name" href="/x">周晓河</a><p>某某大学教授</p></div>' },
  ],
  [
    'a name that only a test id tells',
    '河边的阿周',
    { lead: '<div><p data-testid="author-name" class="_7y5nA">河边的阿周</p><span>2024-10-27</span></div>' },
  ],
  [
    'a class of two words in one',
    '河边的阿周',
    { lead: '<div><i class="newsAuthor">河边的阿周</i><span>2024-10-27</span></div>' },
  ],
  [
    'a note of rights below the text',
    '河边的阿周',
    { after: '<p>版权声明：本文为某某博主「河边的阿周」的原创文章，转载请附上原文出处链接及本声明。</p>' },
  ],
  [
    'a byline beside the name of the site in the head',
    '周晓河',
    { title: '老水闸换新颜_河边传媒', head: '<meta name="author" content="河边传媒">', lead: '<p>文 | 周晓河</p>' },
  ],
  [
    'the responsible editor below the author',
    '周晓河',
    { lead: '<p>责任编辑：陈立</p><p>作者：周晓河</p>', after: '<p>责任编辑：陈立_NN1234</p>' },
  ],
  ['an account of a video site', '河边的阿周', { lead: '<a href="//space.bilibili.com/12">河边的阿周</a>' }],
  ['an account with its own page', 'ahzhou', { lead: '<a href="/member/ahzhou">ahzhou</a> · 2 天前 · 1234 次点击' }],
  ['a line right behind the text', '周晓河', { after: '<div><p>（文字：周晓河　图片：陈立）</p></div>' }],
  ['a box of rights', '河边的阿周', { after: '<ul><li><b>本文作者： </b>河边的阿周</li><li>本文链接： /a</li></ul>' }],
  [
    'a pane with the details of a user',
    '河边的阿周',
    {
      lead: '',
      body: `<table><tr><td class="postauthor"><cite><a href="space.php?uid=1">河边的阿周</a></cite><p>新手上路</p><p>帖子 12</p></td><td>${paragraphs.join('<br>')}</td></tr></table>`,
    },
  ],
  ['a title of a blog with spaces', '河边的阿周', { title: '老水闸换新颜 - 河边的阿周 - 博客园' }],
])('SUM-09 finds the author in %s', (_, author, page) => {
  expect(authorOf(page)).toBe(author);
});

test.each<[form: string, page: Page]>([
  ['an outlet in the data', { head: data({ '@type': 'Organization', name: '某某新闻网' }) }],
  ['an outlet behind a label', { lead: '<div>作者：某某新闻网 2024-10-27</div>' }],
  ['a channel of a portal in the head', { head: '<meta name="author" content="新浪财经">' }],
  ['a place behind a paper', { lead: '<p>2024-10-27 某某日报 高新区</p>' }],
  ['an administrator', { lead: '<div>作者：系统管理员 2024-10-27</div>' }],
  ['the program of a forum', { head: '<meta name="author" content="Discuz! Team and Comsenz UI Team">' }],
  ['a label whose name a script would write', { lead: `${date}<p>作者：<script>write()</script></p>` }],
  ['a hall of a school', { tail: '<p>（某某大学）</p>' }],
  ['who took the picture', { tail: '<p>周晓河 摄</p>' }],
  [
    'who wrote a comment',
    { after: '<div class="comment"><span class="author">河边人家</span><p>写得真好，支持一下！</p></div>' },
  ],
  ['a place in a line of its own', { lead: `${date}<p>张家港市</p><p>马鞍山</p>` }],
  ['a day in brackets', { tail: '<p>河水慢慢流过去，没有人说话。（周一）</p>' }],
  ['a place behind an outlet', { lead: '<p>来源：某某日报 江苏</p>' }],
  ['a channel behind a date', { lead: '<p>2024-10-27 08:30 金融</p><p>图文 直播</p><p>文 化 广 场</p>' }],
  ['what somebody says of writers', { lead: `<p>本报评论员认为，主笔周晓河的采访很好。</p>${date}` }],
  [
    'other users',
    { after: '<div>推荐作者<a class="username">王河</a><a class="username">陈立</a><a class="username">李岸</a></div>' },
  ],
  ['a title of another story', { after: '<div><a href="/2">记者陈立：十年巡河</a></div>' }],
  ['who is signed in', { lead: '<div class="user-nav"><span class="username">阿周</span></div>' }],
  ['a book in a sentence', { tail: '<p>这本书的作者：一个普通的船工，用三十年写完了它。</p>' }],
  ['a label behind an editor without a name', { lead: '<div>来源：本站原创　作者：本站编辑　时间：2024-10-27</div>' }],
  ['words of a forum', { lead: '<div>2024-10-27 | 只看该作者 倒序浏览</div>' }],
  ['the title of a channel', { title: '老水闸换新颜 - 知乎' }],
])('SUM-09 takes nobody for the author: %s', (_, page) => {
  expect(authorOf(page)).toBeNull();
});
