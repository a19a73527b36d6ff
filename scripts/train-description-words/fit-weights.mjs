// Logistic regression by Newton's method over features brought to one scale; weights come back for the features as they are.

const decay = 3;
const steps = 12;

function scaleOf(examples) {
  const size = examples[0].features.length;
  const means = new Float64Array(size);
  const spreads = new Float64Array(size);
  for (const { features } of examples) for (const [i, value] of features.entries()) means[i] += value / examples.length;
  for (const { features } of examples)
    for (const [i, value] of features.entries()) spreads[i] += (value - means[i]) ** 2 / examples.length;
  return { means, spreads: spreads.map((value) => Math.sqrt(value) || 1) };
}

/** Solves `matrix · x = vector` by elimination; both are used up. */
function solve(matrix, vector) {
  const size = vector.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(matrix[row][column]) > Math.abs(matrix[pivot][column])) pivot = row;
    [matrix[column], matrix[pivot]] = [matrix[pivot], matrix[column]];
    [vector[column], vector[pivot]] = [vector[pivot], vector[column]];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = matrix[row][column] / matrix[column][column];
      for (let k = column; k < size; k++) matrix[row][k] -= factor * matrix[column][k];
      vector[row] -= factor * vector[column];
    }
  }
  return vector.map((value, i) => value / matrix[i][i]);
}

/** `examples`: `{ features: number[], answer: boolean }[]`. */
export function fitWeights(examples) {
  const { means, spreads } = scaleOf(examples);
  const size = means.length + 1;
  let weights = new Float64Array(size);
  const row = new Float64Array(size).fill(1);
  for (let step = 0; step < steps; step++) {
    const slope = Float64Array.from(weights, (weight, i) => (i === 0 ? 0 : -decay * weight));
    const curve = Array.from({ length: size }, (_, i) =>
      Float64Array.from({ length: size }, (_, k) => (i === k && i > 0 ? decay : 0)),
    );
    for (const { features, answer } of examples) {
      let odds = weights[0];
      for (let i = 1; i < size; i++) {
        row[i] = (features[i - 1] - means[i - 1]) / spreads[i - 1];
        odds += weights[i] * row[i];
      }
      const chance = 1 / (1 + Math.exp(-odds));
      const error = (answer ? 1 : 0) - chance;
      const bend = chance * (1 - chance);
      for (let i = 0; i < size; i++) {
        slope[i] += error * row[i];
        for (let k = 0; k < size; k++) curve[i][k] += bend * row[i] * row[k];
      }
    }
    const move = solve(curve, slope);
    weights = weights.map((weight, i) => weight + move[i]);
  }
  const own = Array.from(means, (_, i) => weights[i + 1] / spreads[i]);
  return { base: own.reduce((base, weight, i) => base - weight * means[i], weights[0]), weights: own };
}
