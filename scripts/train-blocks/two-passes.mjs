// The two models of page extraction: one that judges each block by itself, one that judges it again among the others.
import { secondFeatures } from '#engine/page/second-features.ts';
import { evenOut } from '#engine/page/slots.ts';
import { predict, train } from './boost.mjs';

const parts = 4;
const firstOptions = { count: 360, rate: 0.033, columnShare: 0.25, groupShare: 0.65, depth: 6 };
const secondOptions = { count: 360, rate: 0.03, columnShare: 0.25, groupShare: 0.65, depth: 5 };

export const partOf = (page) => page.site % parts;

const scoresOf = (model, rows) => rows.map((row) => predict(model, row));

function learn(pages, rowsOf, options) {
  return train(
    pages.flatMap(rowsOf),
    pages.flatMap((page) => page.answers),
    pages.flatMap((page) => page.weights),
    pages.flatMap((page, group) => page.answers.map(() => group)),
    options,
  );
}

const memory = new Map();

/** Several cross-validations ask for the same models. */
function firstModel(pages, without) {
  const key = [...without].sort((a, b) => a - b).join();
  if (!memory.has(key)) {
    memory.set(
      key,
      learn(
        pages.filter((page) => !without.has(partOf(page))),
        (page) => page.rows,
        firstOptions,
      ),
    );
  }
  return memory.get(key);
}

const secondRows = (page, scores) => secondFeatures(page.tree, page, scores);

/** Leaves out the pages of one part (-1: none). The second model learns from scores of pages that the first had not seen. */
export function trainBoth(pages, without) {
  const used = pages.filter((page) => partOf(page) !== without);
  const rows = new Map(
    used.map((page) => {
      const apart = firstModel(pages, new Set([without, partOf(page)].filter((part) => part >= 0)));
      return [page, secondRows(page, scoresOf(apart, page.rows))];
    }),
  );
  return {
    first: firstModel(pages, new Set([without].filter((part) => part >= 0))),
    second: learn(used, (page) => rows.get(page), secondOptions),
  };
}

export function scorePage({ first, second }, page) {
  return evenOut(page.tree, page.slots, scoresOf(second, secondRows(page, scoresOf(first, page.rows))));
}

export const allParts = Array.from({ length: parts }, (_, i) => i);
