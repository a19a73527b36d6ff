/** The model may correct unsupported statements once: the lines that it is shown, and how its answer is read. */
import type { Outline, Segment } from '../../domain.ts';
import type { Statement } from '../../llm/check-names-and-numbers.ts';
import { readReferences } from '../../llm/line-protocol.ts';
import { withoutReasoning } from '../../llm/reasoning.ts';

/** With more failures the model does not keep to the source, so the statements are only marked. */
export const mostRepairs = 40;

const AROUND = 8;

export type Failing = { statement: Statement; section: readonly number[] };

export type Correction = { index: number; text: string; segmentIds: number[] } | { index: number; drop: true };

export function linesFor(failing: readonly Failing[], segments: readonly Segment[]): Segment[] {
  const wanted = new Set<number>();
  for (const { statement, section } of failing) {
    const ids = statement.segmentIds.length > 0 ? statement.segmentIds : section.slice(0, 60);
    for (const id of ids)
      for (let near = Math.max(0, id - AROUND); near <= Math.min(segments.length - 1, id + AROUND); near++) wanted.add(near);
  }
  return [...wanted].sort((a, b) => a - b).flatMap((id) => segments[id] ?? []);
}

/** `3. Corrected statement [L12]` and `4. drop`, in any order; other lines are ignored. */
export function readCorrections(text: string, count: number, range: { first: number; last: number }): Correction[] {
  const found = new Map<number, Correction>();
  for (const line of withoutReasoning(text).split('\n')) {
    const match = /^\s*(?:[-*]\s*)?(\d{1,3})[.)、:：]\s*(.+)/.exec(line);
    const index = Number(match?.[1]) - 1;
    if (!match?.[2] || index < 0 || index >= count || found.has(index)) continue;
    const { text: statement, ids } = readReferences(match[2], range);
    if (/^(?:drop|remove|删除|删去)[.。]?$/i.test(statement)) found.set(index, { index, drop: true });
    else if (statement !== '' && ids.length > 0) found.set(index, { index, text: statement, segmentIds: ids });
  }
  return [...found.values()];
}

/** The last point of a section is never dropped. */
export function applyCorrections(outline: Outline, failing: readonly Failing[], corrections: readonly Correction[]): void {
  const dropped = new Set<Statement>();
  for (const correction of corrections) {
    const target = failing[correction.index]?.statement;
    if (!target) continue;
    if ('drop' in correction) dropped.add(target);
    else {
      target.text = correction.text;
      target.segmentIds = correction.segmentIds;
    }
  }
  for (const chapter of outline.chapters) {
    for (const point of chapter.points) {
      if (!point.details) continue;
      point.details = point.details.filter((detail) => !dropped.has(detail));
      if (point.details.length === 0) delete point.details;
    }
    // Details that cite lines themselves are kept when their point is dropped.
    const kept = chapter.points.flatMap((point) =>
      dropped.has(point) ? (point.details ?? []).filter(({ segmentIds }) => segmentIds.length > 0) : [point],
    );
    if (kept.length > 0) chapter.points = kept;
  }
}
