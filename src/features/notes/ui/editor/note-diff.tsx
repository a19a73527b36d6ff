import { clsx } from 'clsx';
import { diffLines, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

type Piece = { text: string; change: 'same' | 'added' | 'removed' };
type Row = { change: 'same' | 'added' | 'removed'; pieces: Piece[] };

const context = 2;
/** Two lines are compared word by word if they share at least this fraction of the shorter one's words. */
const alike = 0.5;

function diffRows(before: string, after: string): Row[] {
  const rows: Row[] = [];
  const parts = diffLines(before, after);
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    const next = parts[index + 1];
    if (!part) continue;
    if (part.removed && next?.added) {
      rows.push(...pairRows(linesOf(part.value), linesOf(next.value)));
      index++;
      continue;
    }
    const change = part.added ? 'added' : part.removed ? 'removed' : 'same';
    for (const text of linesOf(part.value)) rows.push({ change, pieces: [{ text, change }] });
  }
  return rows;
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

function pairRows(removed: readonly string[], added: readonly string[]): Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < Math.max(removed.length, added.length); index++) {
    const [old, fresh] = [removed[index], added[index]];
    const words = old !== undefined && fresh !== undefined ? diffWordsWithSpace(old, fresh) : [];
    const same = words.filter((word) => !word.added && !word.removed).reduce((sum, word) => sum + word.value.length, 0);
    const close = old !== undefined && fresh !== undefined && same >= alike * Math.min(old.length, fresh.length);
    const side = (change: 'added' | 'removed', text: string): Row => ({
      change,
      pieces: close
        ? words
            .filter((word) => (change === 'added' ? !word.removed : !word.added))
            .map((word) => ({ text: word.value, change: word.added ? 'added' : word.removed ? 'removed' : 'same' }))
        : [{ text, change }],
    });
    if (old !== undefined) rows.push(side('removed', old));
    if (fresh !== undefined) rows.push(side('added', fresh));
  }
  return rows;
}

function foldRows(rows: readonly Row[]): (Row | { folded: number })[] {
  const shown = rows.map((_, index) =>
    rows.slice(Math.max(0, index - context), index + context + 1).some((row) => row.change !== 'same'),
  );
  const result: (Row | { folded: number })[] = [];
  for (const [index, row] of rows.entries()) {
    if (shown[index]) {
      result.push(row);
      continue;
    }
    const last = result.at(-1);
    if (last && 'folded' in last) last.folded++;
    else result.push({ folded: 1 });
  }
  return result;
}

const signs = { same: ' ', added: '+', removed: '−' } as const;

export function NoteDiff({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation();
  const rows = useMemo(() => foldRows(diffRows(before, after)), [before, after]);
  if (rows.every((row) => 'folded' in row)) return <p className="text-sm text-soft">{t(($) => $.notes.edit.diffSame)}</p>;
  return (
    <ol
      aria-label={t(($) => $.notes.edit.diffLabel)}
      className="list-none overflow-x-auto rounded-md border border-line text-sm leading-6"
    >
      {rows.map((row, index) =>
        'folded' in row ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
          <li key={index} className="bg-sunken px-3 py-0.5 text-xs text-faint">
            {t(($) => $.notes.edit.diffFolded, { count: row.folded })}
          </li>
        ) : (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            key={index}
            className={clsx(
              'flex gap-2 px-3 whitespace-pre-wrap [overflow-wrap:anywhere]',
              row.change === 'added' && 'bg-success-soft',
              row.change === 'removed' && 'bg-danger-soft',
            )}
          >
            <span aria-hidden className="w-3 shrink-0 text-faint select-none">
              {signs[row.change]}
            </span>
            {row.change === 'same' ? null : (
              <span className="sr-only">
                {row.change === 'added' ? t(($) => $.notes.edit.diffAdded) : t(($) => $.notes.edit.diffRemoved)}
              </span>
            )}
            <span className="min-w-0">
              {row.pieces.map((piece, at) =>
                piece.change === 'same' || row.pieces.length === 1 ? (
                  piece.text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
                  <strong key={at} className="rounded-sm bg-current/10 font-semibold">
                    {piece.text}
                  </strong>
                ),
              )}
            </span>
          </li>
        ),
      )}
    </ol>
  );
}
