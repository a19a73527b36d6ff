import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findByline } from './byline.ts';
import { dateOfUrl, findDate, parseDate } from './dates.ts';

describe('dates', () => {
  test.each([
    ['2010年03月12日 08:30 来源：新华网', '2010-03-12T08:30:00'],
    ['2010-3-2', '2010-03-02'],
    ['Posted on March 3, 2021 at 4:05 pm', '2021-03-03T16:05:00'],
    ['3rd of June 2019', '2019-06-03'],
    ['Sept. 9, 2020', '2020-09-09'],
    ['12. März 2024, 14:30 Uhr', '2024-03-12T14:30:00'],
    ['Stand: 03.11.2021', '2021-11-03'],
    ['le 1er août 2020', '2020-08-01'],
    ['5 de mayo de 2019', '2019-05-05'],
    ['2024-05-02T06:00:00Z', '2024-05-02T06:00:00Z'],
    ['2024/05/02 23:59:01+08:00', '2024-05-02T23:59:01+08:00'],
    ['IntelliJ IDEA 2023.3.2 Is Out\nPosted on January 15, 2024', '2024-01-15'],
    ['更新于2024.3.2', '2024-03-02'],
    ['Posted 2024.3.2', '2024-03-02'],
    ['Ada Field 2024.03.02', '2024-03-02'],
    ['Tools 2023.3.2, since 2024.5.6', '2024-05-06'],
  ])('%s', (text, iso) => {
    expect(findDate(text)?.iso).toBe(iso);
  });
  test.each([
    'v2023.3.2',
    'Version 2023.3.2',
    '2023.3-2',
    '2023-02-30',
    '2023-13-01',
    'page 12 of 20',
    '1999',
    '31.02.2020',
    '5 Marchand 2020',
    '',
  ])('%s is no date', (text) => {
    expect(findDate(text)).toBeNull();
  });
  test.each([
    ['1955-12-02', '1955-12-02'],
    ['1955-12-02T08:00:00Z', '1955-12-02T08:00:00Z'],
    ['19551202', '1955-12-02'],
    ['December 2, 1955', '1955-12-02'],
    ['12/2/1955', '1955-12-02'],
    ['1789-07-14', '1789-07-14'],
    ['1599-07-14', null],
    ['1970-01-01T00:00:00Z', null],
    ['1969-12-31', null],
    ['0001-01-01', null],
  ])('%s declared by a page is %s', (text, iso) => {
    expect(parseDate(text, 'declared')).toBe(iso);
  });
  test('no year before 1970 in running text is the date of a page', () => {
    for (const text of ['1955-12-02', 'December 2, 1955', '1955年12月2日', '19551202', '12/2/1955', '1789-07-14'])
      expect([findDate(text), parseDate(text)], text).toEqual([null, null]);
  });
  test('parses every calendar day in three spellings', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1980-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }), (date) => {
        const iso = date.toISOString().slice(0, 10);
        const [year, month, day] = iso.split('-');
        const english = date.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' });
        for (const text of [iso, `${year}年${Number(month)}月${Number(day)}日`, english]) expect(parseDate(text)).toBe(iso);
      }),
    );
  });
  test('reads the day from an address', () => {
    expect(dateOfUrl('https://example.com/2021/03/04/title.html')).toBe('2021-03-04');
    expect(dateOfUrl('http://example.cn/n/20100312/t20100312_123.html')).toBe('2010-03-12');
    expect(dateOfUrl('https://example.com/item/12345678')).toBeNull();
  });
});

describe('bylines', () => {
  test.each([
    ['2010年03月12日 08:30 来源：新华网 作者：李晓明 编辑：王刚', '', '李晓明'],
    ['2010年03月12日 [ 黄宇 ] 来源：国际金融报', '', '黄宇'],
    ['光明日报记者 王建宏 张文攀', '', '王建宏 张文攀'],
    ['', '产业结构不断优化。（记者 胡晓蓉）', '胡晓蓉'],
    ['', '都是再分配的过程吗？”（姚峰 上海报道）', '姚峰'],
    ['标题\n赵延东、风笑天\n正文', '', '赵延东、风笑天'],
    ['By Ada Field\nMarch 3, 2021', '', 'Ada Field'],
    ['03/01/2017 by Ada Field, Candidate', '', 'Ada Field'],
    ['Von Ada Feld, Hamburg', '', 'Ada Feld'],
    ['Ein Beitrag von Ada Feld\n12. März 2024', '', 'Ada Feld'],
    ['Article by\nAda Field', '', 'Ada Field'],
    ['Ada Field | Senior Writer | July 2, 2025', '', 'Ada Field'],
    ['by ibby', '', 'ibby'],
  ])('%s %s', (lead, tail, author) => {
    expect(findByline({ lead, below: '', tail, after: '' })).toBe(author);
  });
  test.each([
    '记者从会上了解到，今年',
    '来源：新华网',
    'by the river',
    'Von Hamburg Altona nach Kiel',
    '作者：佚名',
    '作者：admin',
  ])('%s names nobody', (lead) => {
    expect(findByline({ lead, below: '', tail: '', after: '' })).toBeNull();
  });
});

describe('times and edges of dates', () => {
  test.each<[text: string, iso: string | null, index?: number]>([
    ['am 5.6.2020 um 7:08 Uhr', '2020-06-05T07:08:00', 3],
    ['5. 6. 2020', '2020-06-05'],
    ['15.6.20201', null],
    ['1.5.6.2020', null],
    ['2020年6月5号 07：08：09', '2020-06-05T07:08:09'],
    ['2020 - 6 - 5', '2020-06-05'],
    ['2020-6-51', null],
    ['June 5, 2020, 12:05 am', '2020-06-05T00:05:00'],
    ['June 5, 2020, 12:05 pm', '2020-06-05T12:05:00'],
    ['June 5 2020 at 1:05 p.m.', '2020-06-05T13:05:00'],
    ['June 5 2020 13:05 pm', '2020-06-05T13:05:00'],
    ['June 5 2020 23:59', '2020-06-05T23:59:00'],
    ['June 5 2020 24:00', '2020-06-05'],
    ['June 5 2020 23:60', '2020-06-05'],
    ['June 5 2020 07:08:09.123+0200', '2020-06-05T07:08:09+0200'],
    ['5th of June, 2020', '2020-06-05'],
    ['5 de junio de 2020', '2020-06-05'],
    ['1er janvier 2020', '2020-01-01'],
    ['5-Jun-2020', '2020-06-05'],
    ['June 2nd 2020 and 2019-01-01', '2020-06-02', 0],
    ['2019-01-01 and June 2nd 2020', '2019-01-01', 0],
    ['2101-01-01', null],
    ['2100-01-01', null],
    ['1970-01-01', '1970-01-01'],
    ['1969-12-31', null],
    ['0.6.2020', null],
    ['June 31 2020', null],
    ['Tools 2023.3-2', null],
    ['Updated 2023.3.2', '2023-03-02'],
    ['Sunday 2023.3.2', '2023-03-02'],
    ['Tools 2023.03.02', '2023-03-02'],
    ['Tools 2023.3.02', null],
    ['Tools 2023.03.2', null],
    ['某某 2023.3.2', '2023-03-02'],
  ])('SUM-09 finds the date of “%s”', (text, iso, index) => {
    const found = findDate(text);
    expect(found?.iso ?? null).toBe(iso);
    if (index !== undefined) expect(found?.index).toBe(index);
  });

  test.each<[names: string, month: string]>([
    ['January Januar janvier enero Jan', '01'],
    ['February Februar février febrero Feb', '02'],
    ['March März maerz mars marzo Mar mär', '03'],
    ['April avril abril Apr', '04'],
    ['May Mai mayo', '05'],
    ['June Juni juin junio Jun', '06'],
    ['July Juli juillet julio Jul', '07'],
    ['August août agosto Aug', '08'],
    ['September septembre septiembre Sept Sep', '09'],
    ['October Oktober octobre octubre Oct Okt', '10'],
    ['November novembre noviembre Nov', '11'],
    ['December Dezember décembre diciembre Dec Dez', '12'],
  ])('SUM-09 reads the names of a month: %s', (names, month) => {
    for (const name of names.split(' ')) {
      expect(findDate(`5. ${name} 2020`)?.iso, name).toBe(`2020-${month}-05`);
      expect(findDate(`${name} 5, 2020`)?.iso, name).toBe(`2020-${month}-05`);
    }
  });

  test.each<[value: string, iso: string | null]>([
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    ['1700000000123', '2023-11-14T22:13:20.123Z'],
    ['17000000001', null],
    ['20200605', '2020-06-05'],
    ['20201305', null],
    ['202006051', null],
    ['18000605', null],
    [' 6/5/2020 x', '2020-06-05'],
    ['25/6/2020', '2020-06-25'],
    ['25/13/2020', null],
    ['x 6/5/2020', null],
    [`${'x'.repeat(189)} 2020-06-05`, '2020-06-05'],
    [`${'x'.repeat(200)} 2020-06-05`, null],
    ['1900-01-01', null],
  ])('SUM-09 reads the value “%s” as a date', (value, iso) => {
    expect(parseDate(value)).toBe(iso);
  });

  test.each<[value: string, iso: string | null]>([
    ['1899-12-30', null],
    ['1899-12-31T00:00', null],
    ['1899-12-29', '1899-12-29'],
    ['1900-01-01', null],
    ['1900-01-02', '1900-01-02'],
    ['1600-01-01', '1600-01-01'],
    ['1599-12-31', null],
    ['1700-01-011', null],
    ['x1700-01-01', null],
  ])('SUM-09 reads “%s” as the declared date of a page', (value, iso) => {
    expect(parseDate(value, 'declared')).toBe(iso);
  });

  test.each<[path: string, iso: string | null]>([
    ['/2010/03/12/', '2010-03-12'],
    ['/2010-03/12/', '2010-03-12'],
    ['/2010_03_1.html', '2010-03-01'],
    ['/201003/12', '2010-03-12'],
    ['/t20100312_1', '2010-03-12'],
    ['/20100312.html', '2010-03-12'],
    ['/a-20100312-b', '2010-03-12'],
    ['/a20100312x', null],
    ['/ab20100312', null],
    ['/2010/13/12/', null],
    ['/1810/03/12/', null],
    ['/2010/03/123', null],
    ['/x?d=/2010/03/12/', null],
  ])('SUM-09 reads the date of the path %s', (path, iso) => {
    expect(dateOfUrl(`https://a.example${path}`)).toBe(iso);
  });

  test('SUM-09 reads no date from what is no address', () => {
    expect(dateOfUrl('/2010/03/12/')).toBeNull();
  });
});
