// Learns which words of an article its publisher uses to describe it (src/engine/summarise/extractive/sentences/description-words.gen.ts).
//   node scripts/train-description-words.mjs [--cross-validate]
// With --cross-validate nothing is written: the articles of the set that measures summaries in 32 words are summarised by what was learned
// from the others, in five parts cut in four ways, and unigrams shared with the descriptions (F1, 0 to 100) are printed.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { prepare } from '#engine/summarise/extractive/prepare.ts';
import { featuresOfWords } from '#engine/summarise/extractive/sentences/description-words.ts';
import { bestSentences } from '#engine/summarise/extractive/sentences/sentences-within-limit.ts';
import { words } from '#engine/text/words.ts';
import { at } from './lib/project.mjs';
import { readDescribed } from './train-description-words/described.mjs';
import { fitWeights } from './train-description-words/fit-weights.mjs';

/** Texts without the word count as this many with the usual share. */
const shrink = 3;
const leastTexts = 4;
const oddsScale = 50;
const parts = 5;
const room = { words: 32, characters: 192 };

const logOdds = (share) => Math.log(share / (1 - share));

function read({ segments, title, reference, ...rest }) {
  const { document, foreign } = prepare({ segments, timed: false, language: 'en', treatment: 'article' });
  const described = new Map();
  for (const { key } of words(reference, 'en')) described.set(key, (described.get(key) ?? 0) + 1);
  const keys = new Map();
  for (const { words: own } of document.sentences) for (const { key, isStop } of own) keys.set(key, isStop);
  return { ...rest, segments, title, reference, described, keys, document, rows: featuresOfWords(document, foreign, title) };
}

/** In how many texts a word is, and in how many of their descriptions. */
function countTexts(texts) {
  const counts = new Map();
  for (const { keys, described } of texts)
    for (const [key, isStop] of keys) {
      const count = counts.get(key) ?? { isStop, texts: 0, once: 0, twice: 0 };
      const times = described.get(key) ?? 0;
      count.texts += 1;
      count.once += times > 0 ? 1 : 0;
      count.twice += times > 1 ? 1 : 0;
      counts.set(key, count);
    }
  return counts;
}

function learn(texts) {
  const counts = countTexts(texts);
  const sum = (of) => [...counts.values()].reduce((total, count) => total + of(count), 0);
  const usual = sum(({ once }) => once) / sum(({ texts: all }) => all);
  const share = (once, all) => (once + shrink * usual) / (all + shrink);
  const gain = (once, all) => logOdds(share(once, all)) - logOdds(usual);
  const examples = texts.flatMap(({ keys, described, document, rows }) =>
    [...keys].flatMap(([key, isStop]) => {
      const row = isStop ? null : rows[document.vocabulary.known(key) ?? -1];
      if (!row) return [];
      const count = counts.get(key);
      const answer = described.has(key);
      // The text itself does not count.
      const own = count.texts >= leastTexts ? gain(count.once - (answer ? 1 : 0), count.texts - 1) : 0;
      return [{ features: [...row, own], answer }];
    }),
  );
  const { base, weights } = fitWeights(examples);
  const byWord = weights.at(-1);
  const known = [...counts]
    .filter(([, count]) => !count.isStop && count.texts >= leastTexts)
    .map(([key, { once, texts: all }]) => [key, Math.round(byWord * gain(once, all) * oddsScale)])
    .filter(([, odds]) => Math.abs(odds) > oddsScale / 10);
  const stopWords = [...counts]
    .filter(([, count]) => count.isStop && count.texts >= leastTexts)
    .map(([key, { once, twice, texts: all }]) => [key, round(share(once, all), 3), round(twice / all, 3)]);
  return { base: round(base, 4), weights: Array.from(weights.slice(0, -1), (weight) => round(weight, 4)), known, stopWords };
}

const round = (value, digits) => Number(value.toFixed(digits));

function toModel({ base, weights, known, stopWords }) {
  return {
    base,
    weights,
    known: new Map(known.map(([key, odds]) => [key, Math.max(-127, Math.min(127, odds)) / oddsScale])),
    stopWords: new Map(stopWords.map(([key, once, twice]) => [key, { once, twice }])),
  };
}

const tokensOf = (text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];

function sharedWords(text, reference) {
  const own = tokensOf(text).slice(0, room.words);
  const left = new Map();
  for (const token of tokensOf(reference)) left.set(token, (left.get(token) ?? 0) + 1);
  let both = 0;
  for (const token of own) {
    const times = left.get(token) ?? 0;
    if (times > 0) both += 1;
    left.set(token, times - 1);
  }
  return (200 * both) / (own.length + tokensOf(reference).length);
}

const texts = readDescribed(at('..', 'shared/fixtures')).map(read);
/** A part of an article in one of several ways to cut them. */
const partOf = ({ name }, cut) => createHash('sha256').update(`${name}${cut}`).digest()[0] % parts;

function crossValidate(cut) {
  const figures = Array.from({ length: parts }, (_, part) => {
    const model = toModel(learn(texts.filter((text) => partOf(text, cut) !== part)));
    return texts
      .filter((text) => text.made && partOf(text, cut) === part)
      .map(({ segments, title, reference }) => {
        const best = bestSentences({ segments, timed: false, title, language: 'en' }, room.characters, model);
        return sharedWords(best.map(({ text }) => text).join(' '), reference);
      });
  }).flat();
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

if (process.argv.includes('--cross-validate')) {
  const figures = ['', 'a', 'b', 'c'].map(crossValidate);
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  console.log(`mean ${mean.toFixed(2)} of ${figures.map((figure) => figure.toFixed(2)).join(', ')}`);
} else {
  const { base, weights, known, stopWords } = learn(texts);
  const odds = Int8Array.from(known, ([, value]) => Math.max(-127, Math.min(127, value)));
  writeFileSync(
    at('src/engine/summarise/extractive/sentences/description-words.gen.ts'),
    `// Learned by scripts/train-description-words.mjs; do not edit. Stems of single words and how often publishers of the development pages of
// WCXB (Murrough Foley, CC-BY-4.0) use them in descriptions, none of their text.
export const learnedDescriptionWords = {
  base: ${base},
  weights: [${weights.join(', ')}],
  known: ${JSON.stringify(known.map(([key]) => key).join(' '))},
  odds: '${Buffer.from(odds.buffer).toString('base64')}',
  stopWords: { ${stopWords.map(([key, once, twice]) => `${JSON.stringify(key)}: [${once}, ${twice}]`).join(', ')} },
};
`,
  );
}
