import { expect, test } from 'vitest';
import { afterName, chineseNames, cleanName, noName, onlyNames, outlet } from './names.ts';

test.each<[raw: string, name: string | null]>([
  [' Ada \n Quill ', 'Ada Quill'],
  ['– • Ada Quill', 'Ada Quill'],
  ['by Ada Quill', 'Ada Quill'],
  ['Written by: Ada Quill', 'Ada Quill'],
  ['words by Ada Quill', 'Ada Quill'],
  ['作 者： 周晓河', '周晓河'],
  ['作者：周晓河', '周晓河'],
  ['记者周晓河', '周晓河'],
  ['撰文 周晓河', '周晓河'],
  ['Byron Quill', 'Byron Quill'],
  ['Ada Quill | The Post', 'Ada Quill'],
  ['Ada Quill · Editor', 'Ada Quill'],
  ['Ada|Quill', 'Ada|Quill'],
  ['新浪科技 微博', '新浪科技'],
  ['头条微博', '头条微博'],
  ['Posted by', null],
  ['You’re logged in as Ada', null],
  ['Ada Quill,', 'Ada Quill'],
  ['Ada Quill——', 'Ada Quill'],
  ['Ada Quill, Bo Reed', 'Ada Quill, Bo Reed'],
  ['Ada Quill, Senior Editor', 'Ada Quill, Senior Editor'],
  ['’t Hooft', '’t Hooft'],
  ['A', null],
  [`A${'a'.repeat(79)}`, `A${'a'.repeat(79)}`],
  [`A${'a'.repeat(80)}`, null],
  ['1 Ada', null],
  ['Ada2', 'Ada2'],
  ['A1', null],
  ...[
    'admin',
    'Administrator',
    'staff',
    'Editor',
    'guest',
    'By',
    'author',
    'Posted',
    'contributors',
    'Read more',
    'HOME',
    'news',
    'blog',
  ].map((raw): [string, null] => [raw, null]),
  ...['community', 'team', 'Editorial Team', 'webmaster', 'editors', 'Redaktion', 'undefined', 'null', 'English', 'writer'].map(
    (raw): [string, null] => [raw, null],
  ),
  ...[
    '本报',
    '佚名',
    '网络',
    '转载',
    '原创',
    '小编',
    '本报记者',
    '新华社',
    '管理员',
    '超级管理员',
    '来自网络',
    '摘自互联网整理',
    '网络资源',
  ].map((raw): [string, null] => [raw, null]),
  ...['未署名', '游客', '匿名用户', '本站原创', '综合', '会员投稿', 'Powered by Discuz! X3', 'wordpress', '织梦内容管理系统'].map(
    (raw): [string, null] => [raw, null],
  ),
  ...['Ada 12 views', 'Ada 3k', 'Ada 5 posts', 'Ada 7 Beiträge', '阅读周晓河', '周晓河 12次', '粉丝周晓河'].map(
    (raw): [string, null] => [raw, null],
  ),
  ['Ada Kay', 'Ada Kay'],
  ['Chief Executive', null],
  ['Ada Quill Reporter', null],
  ['Ada Managers', 'Ada Managers'],
  ['https://a.example', null],
  ['ada@a.example', null],
  ['Ada {Quill}', null],
  ['Ada: Quill', null],
  ['编辑周晓河', null],
  ['ada.quill.example', null],
  ['ada.quill', 'ada.quill'],
  ['Ada.Quill.Reed', 'Ada.Quill.Reed'],
])('SUM-09 cleans the name %j', (raw, name) => {
  expect(cleanName(raw)).toBe(name);
});

test.each<[written: string, names: string | null]>([
  ['周晓河', '周晓河'],
  ['周晓河、陈立，吴敏', '周晓河 陈立 吴敏'],
  ['周晓河和陈立/吴敏|王芳&李明', '周晓河 陈立 吴敏 王芳'],
  ['周晓河 通讯员 陈立', '周晓河'],
  ['周晓河摄影陈立', '周晓河'],
  ['周晓河 发表', '周晓河'],
  ['约翰·史密斯', '约翰·史密斯'],
  ['约翰·史密斯 周晓河', '约翰·史密斯 周晓河'],
  ['欧阳晓河', '欧阳晓河'],
  ['欧阳晓小河', null],
  ['趙曉河', '趙曉河'],
  ['吳敏', '吳敏'],
  ['王  芳', '王芳'],
  ['王　芳', '王芳'],
  ['王 芳芳', null],
  ['小 芳', null],
  ['小芳', null],
  ['时间', null],
  ['文章', null],
  ['关于', null],
  ['无', null],
  ['周', null],
  ['Ada 周晓河', null],
  ['', null],
])('SUM-09 reads Chinese names in %j', (written, names) => {
  expect(chineseNames(written)).toBe(names);
});

test.each<[text: string, shortest: number, names: string | null]>([
  ['周晓河', 3, '周晓河'],
  [' 周晓河、陈立立 ', 3, '周晓河 陈立立'],
  ['周晓', 3, null],
  ['周晓', 2, '周晓'],
  ['王 芳', 3, '王芳'],
  ['王　芳', 3, '王芳'],
  ['王     芳', 3, null],
  ['周晓河 陈立立 吴敏敏 李明明', 3, '周晓河 陈立立 吴敏敏 李明明'],
  ['周晓河 陈立立 吴敏敏 李明明 王芳芳', 3, null],
  ['周晓河 写', 3, null],
  ['周晓小河', 3, null],
  ['付晓河', 3, null],
  ['陸曉河', 3, '陸曉河'],
  ['周晓镇', 3, null],
  ['周一', 2, null],
  ['马鞍山', 3, null],
  ['江苏省', 3, null],
  ['石家庄', 3, null],
  ['', 2, null],
])('SUM-09 reads %j as nothing but names, from %i characters on', (text, shortest, names) => {
  expect(onlyNames(text, shortest)).toBe(names);
});

test.each<[name: string, isOutlet: boolean]>([
  ...[
    '新浪',
    '新浪财经',
    '今日头条',
    '微信公众平台',
    '人民网',
    '某某网站',
    '某某公司',
    '某某集团',
    '周晓河工作室',
    '某某频道',
    '某某在线',
  ].map((name): [string, boolean] => [name, true]),
  ...[
    '某某日报',
    '某某晚报',
    '某某都市报',
    '某某新闻',
    '编辑部',
    '某某通讯社',
    '某某电视台',
    '某某博客',
    '某某论坛',
    'example.com',
    'a.cn',
  ].map((name): [string, boolean] => [name, true]),
  ...['Example Inc.', 'Example inc', 'Example LLC', 'Beispiel GmbH', 'Example Ltd', 'a.net', 'a.org'].map(
    (name): [string, boolean] => [name, true],
  ),
  ...['周晓河', 'Ada Quill', '我的新浪', '报纸', '网名', 'example.comx', 'Incs'].map((name): [string, boolean] => [name, false]),
])('SUM-09 tells whether %s is an outlet: %s', (name, isOutlet) => {
  expect(outlet.test(name)).toBe(isOutlet);
});

test.each<[name: string, expected: boolean]>([
  ['开封市', true],
  ['周六', true],
  ['周日河', false],
  ['高尔夫', true],
  ['万年历', true],
  ['周晓河', false],
  ['市周', false],
])('SUM-09 tells whether %s is no name: %s', (name, expected) => {
  expect(noName.test(name)).toBe(expected);
});

test.each([
  ['周晓河 来源：某某网', '周晓河'],
  ['周晓河 | 编辑', '周晓河'],
  ['周晓河 2024-10-27 08:30', '周晓河'],
  ['周晓河 08:30', '周晓河'],
  ['周晓河（某某网）', '周晓河'],
  ['周晓河【图】\n更多', '周晓河'],
  ['周晓河)', '周晓河'],
  ['周晓河 图/陈立', '周晓河'],
  ['周晓河 审核 x', '周晓河'],
  ['周晓河 12', '周晓河 12'],
])('SUM-09 cuts %j behind the name', (text, name) => {
  expect(text.replace(afterName, '')).toBe(name);
});
