export const rates = [0.75, 1, 1.25, 1.5, 2, 3] as const;

/** The next speed up or down, also from a speed that is not listed. */
export function stepRate(rate: number, by: 1 | -1): number {
  const next = by === 1 ? rates.find((known) => known > rate) : rates.findLast((known) => known < rate);
  return next ?? rate;
}

export function nextRate(rate: number): number {
  return rates.find((known) => known > rate) ?? rates[0];
}
