// Learns where sentences of speech without marks end (src/engine/text/{chinese,english}-ends.gen.ts) from meetings whose marks are known.
//   node scripts/train-speech-ends.mjs [zh] [en] [--check]
// Without a language both. It learns from the half that bench/note-faults.bench.ts does not hold out. With --check nothing is written: figures on the other half.
import { writeFileSync } from 'node:fs';
import { gapFeatures, tokensOf, weightScale } from '#engine/text/speech-ends.ts';
import { readSources } from '../bench/note-faults/sources.ts';
import { at } from './lib/project.mjs';
import { generator } from './train-blocks/boost.mjs';

const leastTimes = 4;
/** Weaker weights are left out: they double the file and change little. */
const leastWeight = 0.75;
const rounds = 4;
const rate = 0.15;
const decay = 0.2;

const sentenceEnd = /[.?!。！？…]/;
/** English meetings write ` - ` inside words. */
const anyMark = { zh: /[,，、；;：:—–]|--| - /, en: /[,;:—–]|--/ };

/** For each gap its features, and the mark that was there: 2 for the end of a sentence, 1 for another mark. */
function gapsIn(lines, language) {
  const turns = lines.map((text) => ({ text, tokens: tokensOf(text, language) })).filter(({ tokens }) => tokens.length > 0);
  const tokens = turns.flatMap((turn) => turn.tokens);
  const answers = turns.flatMap(({ text, tokens: own }) =>
    own.map(({ end }, i) => {
      const gap = text.slice(end, own[i + 1]?.start ?? text.length);
      if (i === own.length - 1) return 2;
      // A point inside a number.
      if (gap === '.') return 0;
      return sentenceEnd.test(gap) ? 2 : anyMark[language].test(gap) ? 1 : 0;
    }),
  );
  return answers.slice(0, -1).map((answer, i) => ({ answer, features: gapFeatures(tokens, i) }));
}

/** Two logistic regressions over the same features: the end of a sentence, and any mark. */
function learn(gaps) {
  const counts = new Map();
  for (const { features } of gaps) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const ids = new Map();
  for (const [feature, count] of counts) if (count >= leastTimes) ids.set(feature, ids.size);
  const rows = gaps.map(({ answer, features }) => ({ answer, own: features.flatMap((feature) => ids.get(feature) ?? []) }));
  const models = [(answer) => answer === 2, (answer) => answer > 0].map((isYes) => {
    const weights = new Float64Array(ids.size);
    const sums = new Float64Array(ids.size).fill(1e-2);
    const share = rows.filter(({ answer }) => isYes(answer)).length / rows.length;
    let base = Math.log(share / (1 - share));
    const random = generator(11);
    for (let round = 0; round < rounds; round++) {
      for (let k = rows.length - 1; k > 0; k--) {
        const other = Math.floor(random() * (k + 1));
        [rows[k], rows[other]] = [rows[other], rows[k]];
      }
      for (const { answer, own } of rows) {
        let odds = base;
        for (const id of own) odds += weights[id];
        const slope = 1 / (1 + Math.exp(-odds)) - (isYes(answer) ? 1 : 0);
        base -= 0.0015 * slope;
        for (const id of own) {
          const step = slope + decay * 1e-3 * weights[id];
          sums[id] += step * step;
          weights[id] -= (rate * step) / Math.sqrt(sums[id]);
        }
      }
    }
    return { base, weights };
  });
  const round = (value) => Math.max(-127, Math.min(127, Math.round(value * weightScale)));
  const kept = [...ids].filter(([, id]) =>
    models.some(({ weights }) => Math.abs(round(weights[id])) >= leastWeight * weightScale),
  );
  return {
    bases: models.map(({ base }) => Number(base.toFixed(3))),
    features: kept.map(([feature]) => feature),
    numbers: Int8Array.from(kept.flatMap(([, id]) => models.map(({ weights }) => round(weights[id])))),
  };
}

function check({ bases, features, numbers }, gaps) {
  const places = new Map(features.map((feature, i) => [feature, i]));
  const odds = gaps.map((gap) =>
    bases.map((base, which) =>
      gap.features.reduce((sum, feature) => sum + (numbers[2 * (places.get(feature) ?? -1) + which] ?? 0) / weightScale, base),
    ),
  );
  for (const [which, name] of ['end', 'mark'].entries()) {
    for (const least of [-1, 0, 1]) {
      const isThere = (i) => (which === 0 ? gaps[i].answer === 2 : gaps[i].answer > 0);
      const said = gaps.flatMap((_, i) => (odds[i][which] > least ? [i] : []));
      const right = said.filter(isThere).length;
      const figures = {
        precision: right / said.length,
        recall: right / gaps.filter((_, i) => isThere(i)).length,
        'at some mark': said.filter((i) => gaps[i].answer > 0).length / said.length,
      };
      const cells = Object.entries(figures).map(([label, value]) => `${label} ${value.toFixed(3)}`);
      console.log(`${name} > ${least}: ${cells.join(', ')}`);
    }
  }
}

const kinds = {
  zh: { file: 'chinese-ends', name: 'chineseEnds', runs: 'characters', from: 'VCSum (MIT)' },
  en: { file: 'english-ends', name: 'englishEnds', runs: 'words', from: 'QMSum (MIT)' },
};
const sources = readSources(at('..', 'shared/fixtures')).filter(({ plain }) => !plain);
const asked = Object.keys(kinds).filter((language) => process.argv.includes(language));
for (const language of asked.length > 0 ? asked : Object.keys(kinds)) {
  const gapsOfHalf = (heldOut) =>
    sources
      .filter((source) => source.language === language && source.heldOut === heldOut)
      .flatMap(({ segments }) =>
        gapsIn(
          segments.map(({ text }) => text),
          language,
        ),
      );
  const learned = learn(gapsOfHalf(false));
  if (process.argv.includes('--check')) {
    check(learned, gapsOfHalf(true));
    continue;
  }
  const { file, name, runs, from } = kinds[language];
  const { bases, features, numbers } = learned;
  writeFileSync(
    at(`src/engine/text/${file}.gen.ts`),
    `// Learned by scripts/train-speech-ends.mjs; do not edit. Runs of one to three ${runs} around the ends of sentences in half of the
// meetings of ${from}, none of their text.
export const ${name} = {
  end: ${bases[0]},
  mark: ${bases[1]},
  features: ${JSON.stringify(features.join('\n'))},
  weights: '${Buffer.from(numbers.buffer).toString('base64')}',
};
`,
  );
}
