import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProgressEvent } from '#engine/domain.ts';
import { applyRunEvent, elapsedAt, emptyRunStream, mergePartial, seedRunStream, withoutOpenLink } from './run-stream.ts';

function stage(percent: number, elapsedMs = percent * 100): ProgressEvent {
  return { type: 'stage', stage: 'outline', percent, code: 'writing_section', elapsedMs };
}

function fold(events: ProgressEvent[]) {
  return events.reduce((stream, event) => applyRunEvent(stream, event, 0), emptyRunStream);
}

describe('merging the pieces of a note', () => {
  it('SUM-08 keeps the first characters and appends', () => {
    expect(mergePartial('abcdef', 3, 'XY')).toBe('abcXY');
    expect(mergePartial('', 0, '摘要')).toBe('摘要');
    expect(mergePartial('一二三', 3, '四')).toBe('一二三四');
  });

  it('SUM-08 leaves out a piece whose beginning was missed', () => {
    expect(mergePartial('abc', 9, 'late')).toBe('abc');
  });

  it('SUM-08 a replay in pieces of any size ends as the whole note', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.array(fc.nat(200), { maxLength: 20 }), (note, cuts) => {
        const ends = [...cuts.map((cut) => Math.min(cut, note.length)).toSorted((a, b) => a - b), note.length];
        let offset = 0;
        const events: ProgressEvent[] = ends.map((end) => {
          const event: ProgressEvent = { type: 'partial', offset, text: note.slice(offset, end), elapsedMs: 0 };
          offset = end;
          return event;
        });
        expect(fold(events).partial).toBe(note);
        // A second delivery of the same events (a reconnect from the start) changes nothing.
        expect(fold([...events, ...events]).partial).toBe(note);
      }),
    );
  });
});

describe('folding a run', () => {
  it('SUM-08 never shows a falling percentage within a run', () => {
    expect(fold([stage(40), { ...stage(30), elapsedMs: 9000 } as ProgressEvent]).run?.percent).toBe(40);
  });

  it('SUM-10 a new run behind a finished one starts from nothing', () => {
    const stream = fold([
      stage(90),
      { type: 'partial', offset: 0, text: 'old', elapsedMs: 1 },
      { type: 'completed', elapsedMs: 2 },
    ]);
    expect(stream.phase).toBe('completed');
    const next = applyRunEvent(stream, stage(5), 0);
    expect(next).toMatchObject({ phase: 'running', partial: '', run: { percent: 5 } });
  });

  it('SUM-07 a failure carries its code and keeps what was written', () => {
    const stream = fold([
      { type: 'partial', offset: 0, text: 'half', elapsedMs: 1 },
      { type: 'failed', code: 'llm_quota', params: { provider: 'x' }, elapsedMs: 2 },
    ]);
    expect(stream).toMatchObject({ phase: 'failed', partial: 'half', problem: { code: 'llm_quota', params: { provider: 'x' } } });
  });

  it('SUM-08 elapsed time ticks on from the last event and stops at the end', () => {
    const running = applyRunEvent(emptyRunStream, stage(10, 5000), 1_000);
    expect(elapsedAt(running, 3_500)).toBe(7500);
    const ended = applyRunEvent(running, { type: 'cancelled', elapsedMs: 8000 }, 4_000);
    expect(elapsedAt(ended, 99_000)).toBe(5000);
  });

  it('starts from the state the page was loaded with', () => {
    const run = { stage: 'note', percent: 80, code: 'rendering_note', params: {}, elapsedMs: 1000 } as const;
    expect(seedRunStream(run, 50)).toMatchObject({ phase: 'running', receivedAt: 50, run: { percent: 80 } });
    expect(seedRunStream(null, 50).phase).toBe('waiting');
  });
});

describe('the open end of a streaming note', () => {
  it.each([
    ['- point [13:0', '- point'],
    ['- point [13:01]', '- point'],
    ['- point [13:01](#t=78', '- point'],
    ['- point [13:01](#t=781)', '- point [13:01](#t=781)'],
    ['- array[0] is first', '- array[0] is first'],
    ['plain', 'plain'],
  ])('%j is shown as %j', (text, shown) => {
    expect(withoutOpenLink(text)).toBe(shown);
  });
});
