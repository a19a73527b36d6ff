/** The speeds that buttons and keys offer. */
export const rates = [0.75, 1, 1.25, 1.5, 2, 3] as const;

/** The next speed up or down; at the ends it stays. A speed of none of ours (chosen in the browser's own menu) counts too. */
export function stepRate(rate: number, by: 1 | -1): number {
  const next = by === 1 ? rates.find((known) => known > rate) : rates.findLast((known) => known < rate);
  return next ?? rate;
}

/** What a press on the button leads to: round all of them. */
export function nextRate(rate: number): number {
  return rates.find((known) => known > rate) ?? rates[0];
}
