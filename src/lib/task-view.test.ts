import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskEvent } from './task-event.ts';
import { applyTaskEvent, applyToldEvent, emptyTaskView, mergePartial, nothingTold } from './task-view.ts';

function stage(percent: number): TaskEvent {
  return { type: 'stage', stage: 'outline', percent, code: 'writing_section', elapsedMs: percent * 100 };
}

function fold(events: TaskEvent[]) {
  return events.reduce(applyTaskEvent, emptyTaskView);
}

describe('merging the pieces of a draft', () => {
  it('SUM-08 keeps the first characters and appends', () => {
    expect(mergePartial('abcdef', 3, 'XY')).toBe('abcXY');
    expect(mergePartial('', 0, '摘要')).toBe('摘要');
    expect(mergePartial('一二三', 3, '四')).toBe('一二三四');
  });

  it('SUM-08 leaves out a piece whose beginning was missed', () => {
    expect(mergePartial('abc', 9, 'late')).toBe('abc');
  });

  it('SUM-08 a replay in pieces of any size ends as the whole draft', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.array(fc.nat(200), { maxLength: 20 }), (draft, cuts) => {
        const ends = [...cuts.map((cut) => Math.min(cut, draft.length)).toSorted((a, b) => a - b), draft.length];
        let offset = 0;
        const events: TaskEvent[] = ends.map((end) => {
          const event: TaskEvent = { type: 'partial', offset, text: draft.slice(offset, end), elapsedMs: 0 };
          offset = end;
          return event;
        });
        expect(fold(events).draft).toBe(draft);
        // A second delivery of the same events (a reconnect from the start) changes nothing.
        expect(fold([...events, ...events]).draft).toBe(draft);
      }),
    );
  });
});

describe('folding a task', () => {
  it('SUM-08 never shows a falling percentage', () => {
    expect(fold([stage(40), { ...stage(30), elapsedMs: 9000 } as TaskEvent]).stage).toMatchObject({
      percent: 40,
      elapsedMs: 9000,
    });
  });

  it('SUM-10 a task behind one that has ended starts from nothing', () => {
    const events = [stage(90), { type: 'partial', offset: 0, text: 'old', elapsedMs: 1 }, { type: 'completed', elapsedMs: 2 }];
    const first = (events as TaskEvent[]).reduce((told, event) => applyToldEvent(told, 'one', event), nothingTold);
    expect(first).toMatchObject({ taskId: 'one', view: { phase: 'completed', draft: 'old' } });
    const next = applyToldEvent(first, 'two', stage(5));
    expect(next).toMatchObject({ taskId: 'two', view: { phase: 'running', draft: '', stage: { percent: 5 } } });
  });

  it('SUM-07 a failure carries its code and keeps what was written', () => {
    const view = fold([
      stage(20),
      { type: 'partial', offset: 0, text: 'half', elapsedMs: 1 },
      { type: 'failed', code: 'llm_quota', params: { provider: 'x' }, elapsedMs: 2 },
    ]);
    expect(view).toMatchObject({ phase: 'failed', draft: 'half', problem: { code: 'llm_quota', params: { provider: 'x' } } });
  });

  it('begins as waiting, and says how it ended', () => {
    expect(emptyTaskView.phase).toBe('waiting');
    for (const type of ['completed', 'cancelled'] as const)
      expect(fold([stage(90), { type, elapsedMs: 2 }])).toMatchObject({ phase: type, stage: { percent: 90 } });
  });
});
