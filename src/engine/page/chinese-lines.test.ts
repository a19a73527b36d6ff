import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { isChineseDateline, isChineseFurniture, isChineseNotice, isFurtherHeading } from './chinese-lines.ts';
import { parseTree } from './tree.ts';

function blockOf(text: string, tag = 'p') {
  const html =
    tag === 'li'
      ? `<ul><li>${text}</li></ul>`
      : tag === 'td'
        ? `<table><tr><td>${text}</td></tr></table>`
        : `<${tag}>${text}</${tag}>`;
  const [block] = cutBlocks(parseTree(`<body>${html}</body>`)).blocks;
  if (!block) throw new Error(`no block: ${text}`);
  return block;
}

test.each([
  ...['点击展开全文', '阅读剩余全文', '展开更多', '未完待续', '剩余80%未读', '剩余5%未读'],
  ...['点击上方蓝字关注我们', '长按识别二维码加入读者群', '扫描下方名片关注', '某某公众号关注我们'],
  ...['觉得不错就点个在看', '喜欢请点亮好看', '点击右下角赞', '如果有用点一下赞吧'],
  ...['---- end ----', 'THE END', '————分隔线————'],
  ...['顶一下(12)', '顶（3）踩（1）', '分享 收藏 举报', '点赞 12 · 评论 3', '回复 楼主'],
  ...['标签：水闸 古镇', '文章标签(tag)：水闸', 'Tags: lock, gate', '上一篇：秋收', '下一条: 渡口', '上一章：无 下一章'],
  ...['您现在的位置：首页 > 国内', '当前位置: 首页', '[大] [中] [小]', '【打印】【关闭】'],
  ...['打赏', '赞赏', '微信支付', '用微信扫一扫打赏', '本文链接：某某', '本文作者：周晓河'],
  ...['打开某某APP查看更多内容', '下载客户端抢先体验'],
])('SUM-09 takes the line “%s” for no part of a Chinese text', (text) => {
  expect(isChineseFurniture(blockOf(text))).toBe(true);
  expect(isChineseFurniture(blockOf(`据说${text}，他说完就走了。`))).toBe(false);
  for (const tag of ['h2', 'li', 'td', 'pre']) expect(isChineseFurniture(blockOf(text, tag))).toBe(false);
});

test.each(['点击这里。', '标签：', '上一篇文章讲了秋收。', '分享', '这一段写到了二维码的由来', '打开窗户'])(
  'SUM-09 takes the line “%s” for a part of a Chinese text',
  (text) => {
    expect(isChineseFurniture(blockOf(text))).toBe(false);
  },
);

test('SUM-09 takes only short lines of a Chinese text for furniture', () => {
  const tags = (count: number) => `标签：${'字'.repeat(count)}`;
  const longest = Array.from({ length: 70 }, (_, count) => count + 1).findLast((count) =>
    isChineseFurniture(blockOf(tags(count))),
  );
  // At 0.6 words a character, with the two of the label.
  expect(longest).toBe(38);
  expect(isChineseFurniture(blockOf(`Tags: ${'x'.repeat(60)}`))).toBe(true);
  expect(isChineseFurniture(blockOf(`Tags: ${'x'.repeat(61)}`))).toBe(false);
});

test.each<[text: string, expected: boolean]>([
  ['2024年10月27日 08:30 来源：某某网 作者：周晓河', true],
  ['2024-10-27 浏览12次', true],
  ['2024.1.2 责编吴敏', true],
  ['发布时间 2024/10/27 字号', true],
  ['2024 年 10 月 27 日 https://a.example', true],
  ['2024年10月27日，他来到了这里。', false],
  ['2024年10月27日来源：某某网。', false],
  ['2024年10月来源：某某网', false],
  ['2024年10月27日 星期日', false],
  ['来源：某某网', false],
  ['2024-10-27 https://a.example', false],
  [`2024年10月27日来源：${'网'.repeat(40)}`, true],
  [`2024年10月27日来源：${'网'.repeat(41)}`, false],
  [`2024年10月27日来源：网${'x'.repeat(105)}`, true],
  [`2024年10月27日来源：网${'x'.repeat(109)}`, false],
])('SUM-09 tells whether “%s” is the dateline of a Chinese text: %s', (text, expected) => {
  expect(isChineseDateline(blockOf(text))).toBe(expected);
  for (const tag of ['li', 'td', 'dd']) expect(isChineseDateline(blockOf(text, tag))).toBe(false);
});

test.each<[text: string, expected: boolean]>([
  ['本平台仅提供信息存储服务。', true],
  ['提供信息网络存储空间服务，不代表', true],
  ['请自觉遵守互联网相关的政策法规', true],
  ['严禁发布色情', true],
  ['文明上网，理性发言', true],
  ['文明上网理性发言', true],
  ['仅代表网友', true],
  ['登录后可以发表', true],
  ['注册后才可评论', true],
  ['转载请注明出处', true],
  ['版权归某某所有', true],
  ['如有侵权请联系我们', true],
  ['原文链接：https://a.example', true],
  ['出处: www.a.example', true],
  ['Notice: The content above is', true],
  ['见原文链接：https://a.example', false],
  ['链接：某某', false],
  ['他登录后离开了', false],
  [`${'字'.repeat(110)}转载请注明出处`, true],
  [`${'字'.repeat(116)}转载请注明出处`, false],
])('SUM-09 tells whether “%s” is a notice of a Chinese site: %s', (text, expected) => {
  expect(isChineseNotice(blockOf(text))).toBe(expected);
});

test.each<[text: string, expected: boolean]>([
  ...[
    '相关阅读',
    '【热门新闻】',
    '● 精彩推荐：',
    '更多文章 >>',
    '延伸阅读 》',
    '为您推荐',
    '小编推荐',
    '猜你喜欢',
    '您可能感兴趣',
    '你可能也喜欢',
  ].map((text): [string, boolean] => [text, true]),
  ...['大家都在看', '看过此文的还看了', '上一篇', '热榜', '阅读排行榜', '阅读排行', '最新资讯', '今日新闻', '作者最新文章'].map(
    (text): [string, boolean] => [text, true],
  ),
  ...['相关阅读材料', '他的相关阅读', '相关', '新闻', '下一篇'].map((text): [string, boolean] => [text, false]),
])('SUM-09 tells whether “%s” heads further stories: %s', (text, expected) => {
  expect(isFurtherHeading(blockOf(text))).toBe(expected);
});
