import { expect, test } from 'vitest';
import { readPage } from '../read-page.ts';

const read = (url: string, html: string) =>
  readPage({ bytes: new TextEncoder().encode(html), contentType: 'text/html; charset=utf-8', url });
const frame = (body: string, head = '<title>Something | A site</title>') =>
  `<!doctype html><html><head>${head}</head><body><nav><a href="/">Home</a> <a href="/all">All</a></nav>${body}<footer>Imprint and more</footer><script>start()</script></body></html>`;

test('SUM-09 reads a WeChat article: hidden text, lazy pictures and a date from its script', () => {
  const page = read(
    'https://mp.weixin.qq.com/s/abcdefghijklmnop',
    frame(
      `<div id="js_article"><h1 class="rich_media_title" id="activity-name"> 山里的老磨坊 </h1>
      <div id="meta_content"><span class="rich_media_meta rich_media_meta_text" id="js_author_name">林小河</span><a id="js_name">村志周刊</a><em id="publish_time"></em></div>
      <div class="rich_media_content" id="js_content" style="visibility: hidden; opacity: 0;"><section><p>磨坊建在溪水转弯的地方。</p><p><img data-src="https://mmbiz.qpic.cn/a/640?wx_fmt=jpeg" class="rich_pages"></p><p>水轮每年秋天要修一次。</p></section><mp-common-profile>关注我们</mp-common-profile></div>
      <div class="rich_media_tool">阅读 赞 在看</div></div><script>var ct = "1710000000"; var msg_title = "x";</script>`,
    ),
  );
  expect(page).toMatchObject({ title: '山里的老磨坊', author: '林小河', date: '2024-03-09T16:00:00Z' });
  expect(page.text).toBe('磨坊建在溪水转弯的地方。\n水轮每年秋天要修一次。');
  expect(page.markdown).toContain('https://mmbiz.qpic.cn/a/640?wx_fmt=jpeg');
});

test('SUM-09 reads the whole Zhihu answer from the page’s data when it is shown folded', () => {
  const data = JSON.stringify({
    initialState: {
      entities: {
        answers: { 1: { content: `<p>先说结论：老窑比新窑省柴。</p><p>${'烧一天只要三担柴，火候也稳。'.repeat(12)}</p>` } },
        questions: { 9: { title: '老窑和新窑哪个好？' } },
      },
    },
  });
  const page = read(
    'https://www.zhihu.com/question/123456/answer/1',
    frame(
      `<h1 class="QuestionHeader-title">老窑和新窑哪个好？</h1><div class="AnswerItem"><span class="AuthorInfo-name">陶三</span><meta itemprop="dateCreated" content="2023-05-06T07:08:09.000Z"><div class="RichContent-inner">先说结论……</div></div><script id="js-initialData" type="text/json">${data}</script>`,
    ),
  );
  expect(page).toMatchObject({ title: '老窑和新窑哪个好？', author: '陶三', date: '2023-05-06T07:08:09Z' });
  expect(page.text).toMatch(/^先说结论：老窑比新窑省柴。\n(?:烧一天只要三担柴，火候也稳。){12}$/);
});

test('SUM-09 reads question and answers of a GitHub issue without its buttons', () => {
  const page = read(
    'https://github.com/kiln/kiln/issues/42',
    frame(
      `<h1><bdi class="js-issue-title markdown-title">Door stays shut after cooling</bdi> <span>#42</span></h1><div class="gh-header-meta">Open <a class="author" href="/ada">ada</a> opened on <relative-time datetime="2025-02-03T04:05:06Z">Feb 3</relative-time></div>
      <div class="TimelineItem"><div class="comment-body markdown-body"><p>The latch does not open below forty degrees.</p><button>React</button></div></div>
      <div class="TimelineItem"><div class="timeline-comment-header">bob commented</div><div class="markdown-body"><p>Oil it once a year.</p></div></div><aside>Assignees: no one assigned. Labels. Projects. Milestone.</aside>`,
    ),
  );
  expect(page).toMatchObject({ title: 'Door stays shut after cooling', author: 'ada', date: '2025-02-03T04:05:06Z' });
  expect(page.text).toBe('The latch does not open below forty degrees.\nReact\nOil it once a year.');
});

test('SUM-09 reads a README on GitHub', () => {
  const page = read(
    'https://github.com/kiln/kiln',
    frame(
      `<div class="Layout"><div class="file-list"><a>src</a><a>docs</a><span>last commit yesterday</span></div><article class="markdown-body entry-content"><h1>Kiln</h1><p>Controls the oven.</p><pre><code class="language-sh">npm start</code></pre></article><div class="about">About: no description, website, or topics provided. 12 stars</div></div>`,
    ),
  );
  expect(page.text).toBe('Kiln\nControls the oven.\nnpm start');
  expect(page.markdown).toContain('```sh\nnpm start\n```');
});

test('SUM-09 reads a Stack Overflow question with its answers', () => {
  const page = read(
    'https://stackoverflow.com/questions/77/how-to-fire-clay',
    frame(
      `<div id="question-header"><h1><a href="#">How to fire clay?</a></h1></div><div id="question"><div class="js-vote-count">17</div><div class="s-prose js-post-body"><p>Mine cracks at once.</p></div><div class="post-signature owner"><span class="relativetime" title="2012-06-29 10:51:01Z">Jun 29</span><div class="user-details"><a>Pup</a></div></div></div>
      <div id="answers"><div class="answer"><div class="s-prose js-post-body"><p>Dry it for a week first.</p></div><div class="comments">thanks!</div></div></div><div id="sidebar">Hot network questions: many of them</div>`,
    ),
  );
  expect(page).toMatchObject({ title: 'How to fire clay?', author: 'Pup', date: '2012-06-29T10:51:01Z' });
  expect(page.text).toBe('Mine cracks at once.\nDry it for a week first.');
});

test('SUM-09 reads a Hacker News thread', () => {
  const page = read(
    'https://news.ycombinator.com/item?id=1',
    frame(
      `<table class="fatitem"><tr><td><span class="titleline"><a href="https://kiln.example">The kiln in the hills</a></span></td></tr><tr><td><a class="hnuser">ada</a> <span class="age" title="2025-01-15T09:00:00 1736931600">1 day ago</span> | hide | past | favorite</td></tr><tr><td><div class="toptext">Built by hand over two winters.</div></td></tr></table>
      <table class="comment-tree"><tr><td><span class="comhead">bob 3 hours ago</span><div class="commtext c00">How much wood does it take?<div class="reply"><a>reply</a></div></div></td></tr><tr><td><span class="commtext c00">About three loads.</span></td></tr></table>`,
    ),
  );
  expect(page).toMatchObject({ title: 'The kiln in the hills', author: 'ada' });
  expect(page.date).toMatch(/^2025-01-15T09:00:00/);
  expect(page.text).toBe('Built by hand over two winters.\nHow much wood does it take?\nAbout three loads.');
});

test('SUM-09 reads a Reddit thread of the old layout', () => {
  const page = read(
    'https://old.reddit.com/r/kilns/comments/abc/door/',
    frame(
      `<div class="side">Rules of this place: many</div><div class="thing link"><a class="title">Door stuck again</a><p class="tagline">submitted <time datetime="2024-09-01T10:00:00+00:00">ago</time> by <a class="author">clayfan</a></p><div class="usertext-body"><div class="md"><p>It happened on the third firing.</p></div></div></div><div class="thing comment"><p class="tagline">bob 12 points</p><div class="usertext-body"><div class="md"><p>Let it cool for a day.</p></div></div></div>`,
    ),
  );
  expect(page).toMatchObject({ title: 'Door stuck again', author: 'clayfan' });
  expect(page.text).toBe('It happened on the third firing.\nLet it cool for a day.');
});

test('SUM-09 reads a Reddit thread of the new layout, whose author is an attribute', () => {
  const page = read(
    'https://www.reddit.com/r/kilns/comments/abc/door/',
    frame(
      `<div class="rules" author="moderator">Rules of this place: many</div><shreddit-post author="clayfan"><h1>Door stuck again</h1><div slot="text-body"><div class="md"><p>It happened on the third firing.</p></div></div></shreddit-post><shreddit-post author="other"><h1>Another</h1></shreddit-post><shreddit-comment author="bob"><div slot="comment"><p>Let it cool for a day.</p></div><button>Reply</button></shreddit-comment>`,
    ),
  );
  expect(page).toMatchObject({ title: 'Door stuck again', author: 'clayfan' });
  expect(page.text).toBe('It happened on the third firing.\nLet it cool for a day.');
});

test('SUM-09 reads an encyclopedia article without boxes, notes and navigation', () => {
  const page = read(
    'https://en.wikipedia.org/wiki/Kiln',
    frame(
      `<h1 id="firstHeading">Kiln</h1><div id="mw-content-text"><div class="mw-parser-output"><table class="infobox"><tr><td>Kind</td><td>Oven</td></tr></table><div class="hatnote">For other uses, see Kiln (disambiguation).</div><p>A kiln is a kind of oven.<sup class="reference"><a>[1]</a></sup></p><h2>History<span class="mw-editsection">[edit]</span></h2><p>Pits came first.</p><div class="reflist">1. A long note</div><div class="navbox">Pottery topics</div></div></div>`,
    ),
  );
  expect(page.title).toBe('Kiln');
  expect(page.text).toMatch(/^A kiln is a kind of oven\./);
  expect(page.text).toContain('Pits came first.');
  expect(page.text).not.toMatch(/disambiguation|A long note|Pottery topics|Oven\n/);
});

test('SUM-09 reads a Substack post without its forms', () => {
  const page = read(
    'https://kiln.substack.com/p/winter-firing',
    frame(
      `<article><h1 class="post-title">Winter firing</h1><div class="available-content"><div class="body markup"><p>Snow keeps the heat in.</p><div class="subscription-widget-wrap"><p>Thanks for reading! Subscribe for free.</p></div><p>So we fire at night.</p></div></div></article><div class="comments">12 comments</div>`,
    ),
  );
  expect(page).toMatchObject({ title: 'Winter firing', partial: false });
  expect(page.text).toBe('Snow keeps the heat in.\nSo we fire at night.');
});

test('SUM-09 reads a known site’s page with an unknown layout like any page', () => {
  const words = 'The museum of ovens opened its doors again after a long repair. '.repeat(12);
  const page = read('https://github.com/about/ovens', frame(`<main><article><h1>Ovens</h1><p>${words}</p></article></main>`));
  expect(page.text).toContain('museum of ovens');
});
