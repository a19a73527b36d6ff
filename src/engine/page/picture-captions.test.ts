import { expect, test } from 'vitest';
import { cutBlocks } from './blocks.ts';
import { isCaption } from './picture-captions.ts';
import { parseTree } from './tree.ts';

/** The texts that are captions. */
const captions = (html: string) =>
  cutBlocks(parseTree(`<body>${html}</body>`))
    .blocks.filter(isCaption)
    .map(({ text }) => text);

const picture = '<p><img src="a.jpg"></p>';
const caption = '<p>水坝在夜里垮了。王磊 摄</p>';
const said = ['水坝在夜里垮了。王磊 摄'];

test('SUM-05 a Chinese caption stands just below its picture, or with it', () => {
  expect(captions(picture + caption)).toEqual(said);
  expect(captions('<p><img src="a.jpg"><br>水坝在夜里垮了。王磊 摄</p>')).toEqual(said);
  expect(captions(`<div><img src="a.jpg">${caption}</div>`)).toEqual(said);
  expect(captions(`<div><picture><source></picture>${caption}</div>`)).toEqual(said);
  expect(captions(`<div><hr>${caption}</div>`)).toEqual([]);
  // Four nodes before it are looked at, white space included, and only the nearest element.
  expect(captions(`${picture}\n \n${caption}`)).toEqual(said);
  expect(captions(`${picture}<p>村里的人都跑到山上去了，第二天才回来。</p>${caption}`)).toEqual([]);
  expect(captions(`<p>一</p><p>二</p><p>三</p><p>四</p><p>五</p>${picture}${caption}`)).toEqual(said);
  expect(captions(`${picture}<!--1--><!--2--><!--3-->${caption}`)).toEqual(said);
  expect(captions(`${picture}<!--1--><!--2--><!--3--><!--4-->${caption}`)).toEqual([]);
  expect(captions(caption)).toEqual([]);
});

test.each([
  ['图为水坝全景', true],
  ['图：水坝', true],
  ['图3：水坝', true],
  ['图十二：水坝', true],
  ['图纸已经画好', false],
  ['资料图', true],
  ['△水坝', true],
  ['水坝。（王磊摄）', true],
  ['水坝 王磊/摄', true],
  ['水坝。王·磊 攝', true],
  ['水坝王磊摄影展', false],
  ['受访者供图', true],
  ['图片来源：水利局', true],
  ['新华社发', true],
  ['新华社发布了消息', false],
  ['视觉中国', true],
])('SUM-05 below a picture, %s is a caption: %s', (text, is) => {
  expect(captions(`${picture}<p>${text}</p>`)).toEqual(is ? [text] : []);
});
