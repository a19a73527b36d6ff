// Gradient-boosted decision trees for a yes/no question, with histograms; small, exact enough, no dependencies.

const bins = 48;

/** A small linear congruential generator: the same training gives the same trees. */
function generator(seed) {
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
    // As the model file stores them.
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

function bestSplit(members, used, data, gradients, hessians, { lambda, minHessian }) {
  let sumG = 0;
  let sumH = 0;
  for (const i of members) {
    sumG += gradients[i];
    sumH += hessians[i];
  }
  const parent = (sumG * sumG) / (sumH + lambda);
  let best = { gain: 1e-3, column: -1, bin: 0 };
  for (const j of used) {
    const size = data.edges[j].length + 1;
    const g = new Float64Array(size);
    const h = new Float64Array(size);
    const column = data.columns[j];
    for (const i of members) {
      g[column[i]] += gradients[i];
      h[column[i]] += hessians[i];
    }
    let leftG = 0;
    let leftH = 0;
    for (let b = 0; b < size - 1; b++) {
      leftG += g[b];
      leftH += h[b];
      if (leftH < minHessian || sumH - leftH < minHessian) continue;
      const gain = (leftG * leftG) / (leftH + lambda) + (sumG - leftG) ** 2 / (sumH - leftH + lambda) - parent;
      if (gain > best.gain) best = { gain, column: j, bin: b };
    }
  }
  return { ...best, sumG, sumH };
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

/** `rows` of numbers, `answers` 0 or 1, `weights` above 0. */
export function train(rows, answers, weights, options = {}) {
  const {
    count = 120,
    depth = 6,
    rate = 0.08,
    columnShare = 0.3,
    rowShare = 0.7,
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
  const trees = [];
  const grow = (members, used, level) => {
    const split = bestSplit(members, level < depth && members.length >= 20 ? used : [], data, gradients, hessians, {
      lambda,
      minHessian,
    });
    if (split.column < 0) return { value: Math.fround((-rate * split.sumG) / (split.sumH + lambda)) };
    const column = data.columns[split.column];
    return {
      column: split.column,
      cut: data.edges[split.column][split.bin],
      left: grow(
        members.filter((i) => column[i] <= split.bin),
        used,
        level + 1,
      ),
      right: grow(
        members.filter((i) => column[i] > split.bin),
        used,
        level + 1,
      ),
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
    const members = Int32Array.from(rows.flatMap((_, i) => (random() < rowShare ? [i] : [])));
    const tree = grow(members, used, 0);
    trees.push(tree);
    for (let i = 0; i < rows.length; i++) scores[i] += predictTree(tree, rows[i]);
  }
  return { base, trees };
}
