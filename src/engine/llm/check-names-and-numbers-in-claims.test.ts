/**
 * Statements about two talks, as a careful reader would judge them: a true statement in other words must not be doubted,
 * and one that the talk does not make must be. Each statement cites the line it is about.
 */
import { describe, expect, test } from 'vitest';
import type { Segment } from '../domain.ts';
import { createGrounding } from './check-names-and-numbers.ts';

function lines(texts: readonly string[]): Segment[] {
  return texts.map((text, id) => {
    const [, speaker, words] = /^([^：:]{2,14})[：:]\s*(.+)$/u.exec(text) ?? [];
    const segment = { id, startMs: id * 6000, endMs: id * 6000 + 5500, text: words ?? text };
    return speaker ? { ...segment, speaker } : segment;
  });
}

/** Puts filler between the lines, so that a line's neighbours do not help to verify a statement. */
function spaced(texts: readonly string[], filler: (index: number) => string): { segments: Segment[]; at: number[] } {
  const all: string[] = [];
  const at: number[] = [];
  for (const text of texts) {
    at.push(all.length);
    all.push(text, ...Array.from({ length: 9 }, (_, index) => filler(index)));
  }
  return { segments: lines(all), at };
}

const english = spaced(
  [
    'Ada Marsh: We started the brewery in nineteen ninety-eight with three and a half million crowns from my aunt.',
    "Tom O'Neil: Revenue went up by thirty-one point seven percent, to one hundred and fifty million two hundred thousand dollars.",
    'Ada Marsh: Half of our twenty-first batch was lost, about a dozen barrels, on the fifteenth of March.',
    "Tom O'Neil: Jean-Luc Moreau's team at ETH Zurich built the sensor; it weighs 1,250 grams and costs $1.2B to scale, he joked.",
    'Ada Marsh: We meet at ten thirty on Mondays, and in the nineteen eighties nobody did; two thirds of the staff came.',
    "Tom O'Neil: In version 2.0 the latency fell from 45.3 milliseconds to twenty two, in the COVID years.",
    'Ada Marsh: The Kyiv office pays two to three hundred people; the U.S. one pays eleven hundred.',
    "Tom O'Neil: A quarter of a million bottles left the harbour in twenty twenty-four, says the McKinsey report.",
  ],
  () => 'And the barrels stood there quietly for a while until somebody moved them again.',
);

const chinese = spaced(
  [
    '李明：我们公司是一九九八年成立的，第一轮拿了一亿五千万人民币。',
    '王芳：去年营收增长了百分之三十一点七，达到十二亿三千万，员工有两千多人。',
    '李明：其中三分之二来自海外，特别是OpenAI和ChatGPT带来的客户，大概三成是新客户。',
    '王芳：我们在二零二四年五月二十号发布了第三代芯片，功耗只有四点五瓦，卖了一万二千台。',
    '李明：当时的投资人张志强先生说，至少要等十八个月，花掉八千五百万。',
    '王芳：这本书叫《百年孤独》，印了三十五万册，一半送给了学校。',
    '李明：八九十年代的时候，十几个人挤在两百平米的房子里，一个半小时才能编译一次。',
    '王芳：最后价格降到原来的五折，从三万五降到一万七千五，销量翻了一番。',
  ],
  () => '那个时候大家就坐在那里，慢慢地聊，也没有什么特别的安排。',
);

const facts = { title: null, author: null, description: null, timed: true, chapters: [] };

function missingIn(talk: { segments: Segment[]; at: number[] }, text: string, line: number): string[] {
  const section = talk.segments.map(({ id }) => id);
  return createGrounding(talk.segments, facts).missing({ text, segmentIds: [talk.at[line] ?? 0] }, section);
}

const trueOfEnglish: [string, number][] = [
  ['The brewery was founded in 1998.', 0],
  ['Marsh started with 3.5 million crowns.', 0],
  ["Ada Marsh's aunt gave 3,500,000 crowns.", 0],
  ['Revenue rose 31.7% to $150.2 million.', 1],
  ['Revenue rose by almost 32 percent.', 1],
  ['Revenue reached about 150 million dollars.', 1],
  ['O’Neil says revenue passed 150M dollars.', 1],
  ['50% of the 21st batch was lost.', 2],
  ['Around 12 barrels were lost on March 15.', 2],
  ['About 12 barrels were lost on the 15th of March.', 2],
  ['The sensor was built by Jean Luc Moreau at ETH Zürich.', 3],
  ["Moreau's team made it: 1250 g.", 3],
  ['The sensor costs 1.2 billion dollars to scale.', 3],
  ['Meetings are at 10:30 on Mondays.', 4],
  ['In the 1980s nobody met.', 4],
  ['Two thirds (67%) of the staff came.', 4],
  ['Latency fell from 45.3 ms to 22 ms in version 2.0.', 5],
  ['Latency fell to about 45 and then 22 milliseconds.', 5],
  ['During Covid the latency fell.', 5],
  ['The Kyiv office pays 200–300 people, the US one 1,100.', 6],
  ['In the United States 1100 people are paid.', 6],
  ['250,000 bottles left the harbour in 2024.', 7],
  ['According to McKinsey, a quarter million bottles left.', 7],
  ['Ada Marsh and Tom O’Neil disagree.', 7],
];

const falseOfEnglish: [string, number, string][] = [
  ['The brewery was founded in 1989.', 0, '1989'],
  ['Marsh started with 35 million crowns.', 0, '35 million'],
  ['Revenue rose 37.1%.', 1, '37.1'],
  ['Revenue reached 150.2 billion dollars.', 1, '150.2 billion'],
  ['Revenue reached 250 million dollars.', 1, '250 million'],
  ['75% of the batch was lost.', 2, '75'],
  ['The 31st batch was lost.', 2, '31'],
  ['It happened on March 25.', 2, '25'],
  ['The sensor was built by Jean-Paul Moreau.', 3, 'Jean-Paul'],
  ['The sensor was built at MIT.', 3, 'MIT'],
  ['The sensor weighs 1,520 grams.', 3, '1,520'],
  ['Meetings are at 11:45.', 4, '11:45'],
  ['In the 1970s nobody met.', 4, '1970'],
  ['Latency fell to 12 ms.', 5, '12'],
  ['Latency fell from 4530 ms.', 5, '4530'],
  ['The Paris office pays 200 people.', 6, 'Paris'],
  ['The office pays 1,200 people.', 6, '1,200'],
  ['350,000 bottles left.', 7, '350,000'],
  ['The report is by Deloitte.', 7, 'Deloitte'],
  ['They left in 2014.', 7, '2014'],
  ["Napoleon's report says so.", 7, 'Napoleon'],
  ['Churchill said that bottles left the harbour.', 7, 'Churchill'],
];

const trueOfChinese: [string, number][] = [
  ['公司成立于1998年。', 0],
  ['第一轮融资1.5亿元。', 0],
  ['第一轮融资1亿5000万元。', 0],
  ['第一轮融資一億五千萬。', 0],
  ['李明说公司拿到15000万元。', 0],
  ['营收增长31.7%，达12.3亿元。', 1],
  ['营收增长近32%，员工超过2000人。', 1],
  ['营收约12亿元，十分可观，千万别小看。', 1],
  ['员工2000多人，万一再扩张也不怕。', 1],
  ['三分之二（约67%）收入来自海外。', 2],
  ['约30%是新客户，OpenAI 与 ChatGPT 带来了客户。', 2],
  ['2024年5月20日发布第三代芯片。', 3],
  ['24年发布的芯片功耗4.5W，售出1.2万台。', 3],
  ['功耗4.5瓦，卖出12000台。', 3],
  ['张志强先生认为要等18个月。', 4],
  ['张志强表示要花8500万。', 4],
  ['《百年孤独》印了35万册。', 5],
  ['《百年孤独》50%送给学校，老百姓百般喜爱。', 5],
  ['1980至1990年代，10多人挤在200平方米里。', 6],
  ['80年代编译一次要1.5小时。', 6],
  ['价格从3.5万降到1.75万，即50%。', 7],
  ['價格從三萬五降到一萬七千五百。', 7],
  ['销量增长100%，成千上万的人受益。', 7],
  ['Li Ming says the first round was 150 million.', 0],
  ['Revenue grew 31.7% to 1.23 billion.', 1],
  ['Some 12,000 units were sold after May 20, 2024.', 3],
];

const falseOfChinese: [string, number, string][] = [
  ['公司成立于1989年。', 0, '1989'],
  ['第一轮融资15亿元。', 0, '15亿'],
  ['第一轮融资五千万。', 0, '五千万'],
  ['营收增长37.1%。', 1, '37.1'],
  ['营收达到123亿元。', 1, '123亿'],
  ['员工有三千多人。', 1, '三千'],
  ['约四成是新客户。', 2, '四成'],
  ['DeepMind带来了客户。', 2, 'DeepMind'],
  ['2023年发布了芯片。', 3, '2023'],
  ['卖了十二万台。', 3, '十二万'],
  ['功耗5.4瓦。', 3, '5.4'],
  ['张建国先生说要等18个月。', 4, '张建国'],
  ['王小川表示要花8500万。', 4, '王小川'],
  ['要等二十八个月。', 4, '二十八'],
  ['《活着》印了35万册。', 5, '《活着》'],
  ['印了三十五万册，七成送给了学校。', 5, '七成'],
  ['三百平米的房子。', 6, '三百'],
  ['价格降到二万七千五。', 7, '二万七千五'],
  ['The first round was 15 million.', 0, '15 million'],
  ['Revenue grew 13.7%.', 1, '13.7'],
];

/** Talks in other words, which the rules were not developed on. */
const secondEnglish = spaced(
  [
    'so we raised like twelve and a half million bucks in the series A back in oh nine',
    'the model has seventy billion parameters and a context of one hundred twenty eight k tokens',
    'Dr. Sarah Chen: it was about ninety five percent accurate, versus eighty eight point two for the baseline',
    'the world health organization said a third of adults, in thirty seven countries',
    'our CEO Satya Nadella met Macron at the Élysée in Paris on July fourteenth',
    'we shipped five hundred thousand units at nineteen ninety nine each',
    'Back in the sixties, NASA spent four percent of the federal budget',
    'flight eight fifteen left at a quarter past six with two hundred and twelve people',
    'they doubled revenue in Q3, from forty to eighty million euros',
    'the paper by Vaswani et al. has over a hundred thousand citations, it was on arXiv in twenty seventeen',
    "it takes fifteen to twenty minutes, or an hour and a half by bus; the number 7 to St. Mary's",
    'you need at least three thousand two hundred milliamp hours, that is three point two amp hours',
  ],
  () => '……',
);
const secondChinese = spaced(
  [
    '主持人：今天我们请到了阿里的陈立群老师',
    '陳立群：我們二〇一五年的時候只有兩百三十七個人，現在有一千八百多',
    '陳立群：這個數據大概佔百分之六十二點五，兩億五千萬用戶',
    '去年双十一当天的GMV大概是五千四百亿左右，比前年多了百分之十三',
    '我跟Sam Altman聊过，他说GPT-5大概要花五到十亿美金训练',
    '从北京到上海四个半小时，票价五百五十三块',
    '那个时候房价从八千涨到四万八，涨了五倍',
    '咱们这个疫苗打了九千多万剂，有效率九成以上',
    '她十七八岁就去了深圳，在那边待了二十来年',
    '一共有三十六计，我们讲第二十三计，远交近攻',
    '电池容量五千毫安时，一百二十瓦快充，十五分钟充满',
    '《三体》这本书卖了两千一百万册，刘慈欣自己也没想到',
  ],
  () => '……',
);
const moreTrueEnglish: [string, number][] = [
  ['They raised $12.5 million in Series A in 2009.', 0],
  ['Series A brought in $12.5M.', 0],
  ['The model has 70B parameters and a 128K context.', 1],
  ['It has 70 billion parameters and handles 128,000 tokens.', 1],
  ['Dr. Sarah Chen reports 95% accuracy against 88.2% for the baseline.', 2],
  ['Chen says accuracy was 95 percent.', 2],
  ['According to the WHO, 33% of adults in 37 countries.', 3],
  ['One third of adults in 37 countries, says the World Health Organization (WHO).', 3],
  ['Nadella met Macron at the Elysée in Paris on July 14.', 4],
  ['500,000 units were sold at $19.99.', 5],
  ['Half a million units shipped.', 5],
  ['In the 1960s NASA took 4% of the budget.', 6],
  ['NASA spent 4 percent of it in the 1960s.', 6],
  ['Flight 815 carried 212 people and left at 6:15.', 7],
  ['Revenue rose 100% from €40M to €80M in Q3.', 8],
  ['Revenue doubled to 80 million euros in the third quarter.', 8],
  ['The paper by Vaswani et al. (2017) has more than 100,000 citations on arXiv.', 9],
  ['It takes 15–20 minutes, or 1.5 hours by bus.', 10],
  ["Bus No. 7 goes to St Mary's.", 10],
  ['At least 3,200 mAh (3.2 Ah) is needed.', 11],
  ['I think it needs 3200 mAh.', 11],
];
const moreFalseEnglish: [string, number][] = [
  ['They raised $25 million.', 0],
  ['They raised $12.5 billion.', 0],
  ['It was in 2011.', 0],
  ['The model has 17 billion parameters.', 1],
  ['It handles 256K tokens.', 1],
  ['Accuracy was 59%.', 2],
  ['Sarah Lee reports this.', 2],
  ['Dr. Peter Chen reports this.', 2],
  ['In 73 countries a quarter (25%) of adults did.', 3],
  ['The United Nations and UNICEF said so.', 3],
  ['Nadella met Scholz in Berlin.', 4],
  ['They met on July 24.', 4],
  ['50,000 units were sold.', 5],
  ['Each cost $91.99.', 5],
  ['NASA spent 14% of it.', 6],
  ['In the 1950s NASA spent it.', 6],
  ['Flight 850 left.', 7],
  ['There were 221 people.', 7],
  ['Revenue rose to 180 million.', 8],
  ['The paper has 10,000 citations.', 9],
  ['It was published in 2016.', 9],
  ['It takes 50 minutes.', 10],
  ['It needs 2,300 mAh.', 11],
  ["Musk's flight left.", 7],
];
const moreTrueChinese: [string, number][] = [
  ['阿里的陈立群老师参加了节目。', 0],
  ['2015年只有237人，如今超过1800人。', 1],
  ['占比62.5%，用户2.5亿。', 2],
  ['用户规模达到两亿五千万（250 million）。', 2],
  ['双十一GMV约5400亿元，同比增长13%。', 3],
  ['双11当天GMV接近5400亿。', 3],
  ['Sam Altman 说训练 GPT-5 要花5亿到10亿美元。', 4],
  ['训练GPT-5需5–10亿美元。', 4],
  ['京沪4.5小时，票价553元。', 5],
  ['房价从8000元涨到4.8万元。', 6],
  ['房价从0.8万涨到48000元。', 6],
  ['疫苗接种9000多万剂，有效率超90%。', 7],
  ['疫苗接种超过9000万剂。', 7],
  ['她十七八岁去深圳，待了20多年。', 8],
  ['她17岁左右去深圳。', 8],
  ['第23计是远交近攻，共36计。', 9],
  ['电池5000mAh，120W快充15分钟充满。', 10],
  ['刘慈欣的《三体》卖了2100万册。', 11],
  ['《三体》销量超2000万册。', 11],
  ['刘慈欣说自己没想到。', 11],
];
const moreFalseChinese: [string, number][] = [
  ['2016年只有237人。', 1],
  ['只有273人。', 1],
  ['占比65.2%。', 2],
  ['用户5.2亿。', 2],
  ['GMV约4500亿。', 3],
  ['增长了30%。', 3],
  ['Elon Musk 说 GPT-5 很贵。', 4],
  ['训练 GPT-6 很贵。', 4],
  ['训练要花50亿美元。', 4],
  ['京沪5.5小时。', 5],
  ['票价535元。', 5],
  ['涨到8.4万。', 6],
  ['接种9亿剂。', 7],
  ['有效率八成以上。', 7],
  ['她27岁去深圳。', 8],
  ['第32计是远交近攻。', 9],
  ['电池50000mAh。', 10],
  ['《流浪地球》卖了2100万册。', 11],
  ['卖了1200万册。', 11],
  ['王晋康认为没想到。', 11],
  ['增长三成。', 3],
];

describe('SUM-08 paraphrases of the talk pass', () => {
  test.each(trueOfEnglish)('%s', (text, line) => {
    expect(missingIn(english, text, line)).toEqual([]);
  });
  test.each(trueOfChinese)('%s', (text, line) => {
    expect(missingIn(chinese, text, line)).toEqual([]);
  });
  test.each(moreTrueEnglish)('%s', (text, line) => {
    expect(missingIn(secondEnglish, text, line)).toEqual([]);
  });
  test.each(moreTrueChinese)('%s', (text, line) => {
    expect(missingIn(secondChinese, text, line)).toEqual([]);
  });
});

describe('SUM-08 claims that the talk does not contain are marked', () => {
  test.each(falseOfEnglish)('%s', (text, line, claim) => {
    expect(missingIn(english, text, line)).toContain(claim);
  });
  test.each(falseOfChinese)('%s', (text, line, claim) => {
    expect(missingIn(chinese, text, line)).toContain(claim);
  });
  test.each(moreFalseEnglish)('%s', (text, line) => {
    expect(missingIn(secondEnglish, text, line)).not.toEqual([]);
  });
  test.each(moreFalseChinese)('%s', (text, line) => {
    expect(missingIn(secondChinese, text, line)).not.toEqual([]);
  });
});
