// Gradient-boosted decision trees for a yes/no question, with histograms; small, exact enough, no dependencies.

const bins = 48;

/** A small linear congruential generator: the same training gives the same trees. */
export function generator(seed) {
  let state = seed * 7919;
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Cuts each column at its quantiles. Returns the cut points and, per column, every row's bin. */
function binColumns(rows, random) {
  const edges = [];
  const columns = [];
  for (let j = 0; j < rows[0].length; j++) {
    const sample = new Float64Array(Math.min(rows.length, 20_000));
    for (let i = 0; i < sample.length; i++) sample[i] = rows[rows.length <= 20_000 ? i : Math.floor(random() * rows.length)][j];
    sample.sort();
    let cuts = [];
    for (let b = 1; b < bins; b++) {
      const value = sample[Math.floor((sample.length * b) / bins)];
      if (cuts.length === 0 || value > cuts.at(-1)) cuts.push(value);
    }
    if (cuts[0] === sample[0]) cuts.shift();
    // Rounded as the model file stores them.
    cuts = cuts.map((value) => Math.fround(Number(value.toPrecision(4))));
    edges.push(cuts);
    const column = new Uint8Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      let low = 0;
      let high = cuts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (rows[i][j] < cuts[middle]) high = middle;
        else low = middle + 1;
      }
      column[i] = low;
    }
    columns.push(column);
  }
  return { edges, columns };
}

/** Sums of gradients and hessians per used column and bin, interleaved. */
function histogram(members, used, data, gradients, hessians) {
  const sums = new Float64Array(used.length * bins * 2);
  for (let u = 0; u < used.length; u++) {
    const column = data.columns[used[u]];
    const base = u * bins;
    for (let m = 0; m < members.length; m++) {
      const i = members[m];
      const place = (base + column[i]) * 2;
      sums[place] += gradients[i];
      sums[place + 1] += hessians[i];
    }
  }
  return sums;
}

function subtract(whole, part) {
  const rest = new Float64Array(whole.length);
  for (let i = 0; i < rest.length; i++) rest[i] = whole[i] - part[i];
  return rest;
}

function bestSplit(sums, used, data, total, { lambda, minHessian }) {
  const parent = (total.g * total.g) / (total.h + lambda);
  let best = { gain: 1e-3, column: -1, bin: 0 };
  for (let u = 0; u < used.length; u++) {
    const size = data.edges[used[u]].length + 1;
    let leftG = 0;
    let leftH = 0;
    for (let b = 0; b < size - 1; b++) {
      leftG += sums[(u * bins + b) * 2];
      leftH += sums[(u * bins + b) * 2 + 1];
      if (leftH < minHessian || total.h - leftH < minHessian) continue;
      const gain = (leftG * leftG) / (leftH + lambda) + (total.g - leftG) ** 2 / (total.h - leftH + lambda) - parent;
      if (gain > best.gain) best = { gain, column: used[u], bin: b };
    }
  }
  return best;
}

export function predictTree(tree, row) {
  let node = tree;
  while (node.left) node = row[node.column] < node.cut ? node.left : node.right;
  return node.value;
}

export function predict({ base, trees }, row) {
  let sum = base;
  for (const tree of trees) sum += predictTree(tree, row);
  return 1 / (1 + Math.exp(-sum));
}

/** `rows` of numbers, `answers` 0 or 1, `weights` above 0; `groups` (a page's number) are sampled whole for each tree. */
export function train(rows, answers, weights, groups, options = {}) {
  const {
    count = 120,
    depth = 6,
    rate = 0.08,
    columnShare = 0.3,
    groupShare = 0.7,
    lambda = 1,
    minHessian = 0.3,
    seed = 1,
  } = options;
  const random = generator(seed);
  const data = binColumns(rows, random);
  const total = weights.reduce((a, b) => a + b, 0);
  const yes = weights.reduce((sum, weight, i) => sum + weight * answers[i], 0);
  const base = Math.log(yes / (total - yes));
  const scores = new Float64Array(rows.length).fill(base);
  const gradients = new Float64Array(rows.length);
  const hessians = new Float64Array(rows.length);
  const groupCount = groups.reduce((most, group) => Math.max(most, group), 0) + 1;
  const trees = [];
  const grow = (members, used, sums, level) => {
    const sum = { g: 0, h: 0 };
    for (const i of members) {
      sum.g += gradients[i];
      sum.h += hessians[i];
    }
    const canSplit = level < depth && members.length >= 20;
    const split = canSplit ? bestSplit(sums, used, data, sum, { lambda, minHessian }) : { column: -1 };
    if (split.column < 0) return { value: Math.fround((-rate * sum.g) / (sum.h + lambda)) };
    const column = data.columns[split.column];
    const left = members.filter((i) => column[i] <= split.bin);
    const right = members.filter((i) => column[i] > split.bin);
    const small = left.length < right.length ? left : right;
    const needed = level + 1 < depth;
    const smallSums = needed ? histogram(small, used, data, gradients, hessians) : null;
    const restSums = needed ? subtract(sums, smallSums) : null;
    return {
      column: split.column,
      cut: data.edges[split.column][split.bin],
      left: grow(left, used, small === left ? smallSums : restSums, level + 1),
      right: grow(right, used, small === right ? smallSums : restSums, level + 1),
    };
  };
  for (let t = 0; t < count; t++) {
    for (let i = 0; i < rows.length; i++) {
      const p = 1 / (1 + Math.exp(-scores[i]));
      const weight = (weights[i] * rows.length) / total;
      gradients[i] = weight * (p - answers[i]);
      hessians[i] = weight * p * (1 - p);
    }
    const used = data.edges.flatMap((cuts, j) => (cuts.length > 0 && random() < columnShare ? [j] : []));
    const drawn = Uint8Array.from({ length: groupCount }, () => (random() < groupShare ? 1 : 0));
    const members = Int32Array.from(rows.flatMap((_, i) => (drawn[groups[i]] ? [i] : [])));
    const tree = grow(members, used, histogram(members, used, data, gradients, hessians), 0);
    trees.push(tree);
    for (let i = 0; i < rows.length; i++) scores[i] += predictTree(tree, rows[i]);
  }
  return { base, trees };
}

/** Each tree in preorder, 8 bytes a node, as block-model.ts reads it. */
export function encodeTrees(trees) {
  const parts = trees.map((tree) => {
    const nodes = [];
    const add = (node) => {
      const entry = { column: node.left ? node.column : -1, right: 0, value: node.left ? node.cut : node.value };
      nodes.push(entry);
      if (!node.left) return;
      add(node.left);
      entry.right = nodes.length;
      add(node.right);
    };
    add(tree);
    const bytes = Buffer.alloc(nodes.length * 8);
    nodes.forEach(({ column, right, value }, i) => {
      bytes.writeInt16LE(column, i * 8);
      bytes.writeUInt16LE(right, i * 8 + 2);
      bytes.writeFloatLE(value, i * 8 + 4);
    });
    return bytes;
  });
  return Buffer.concat(parts).toString('base64');
}
