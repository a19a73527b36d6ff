import type { Highlight } from '../contract.ts';

export type HighlightChange = Partial<Pick<Highlight, 'comment' | 'colour'>>;

type Rows = readonly Highlight[];

export function withRow(rows: Rows, row: Highlight): Highlight[] {
  return [...withoutRow(rows, row.id), row].toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
}

export function withoutRow(rows: Rows, id: string): Highlight[] {
  return rows.filter((each) => each.id !== id);
}

export function withChange(rows: Rows, id: string, change: HighlightChange): Highlight[] {
  return rows.map((each) => (each.id === id ? { ...each, ...change } : each));
}

/** Reverts a refused change, keeping later changes of the row. */
export function withoutChange(rows: Rows, before: Highlight, change: HighlightChange): Highlight[] {
  return rows.map((each) =>
    each.id === before.id
      ? {
          ...each,
          ...(each.comment === change.comment ? { comment: before.comment } : {}),
          ...(each.colour === change.colour ? { colour: before.colour } : {}),
        }
      : each,
  );
}
