/** Kept apart from the schemas, which must not reach the browser. */
import type { ErrorCode } from './app-error.ts';
import type { TaskEvent, TaskParams, TaskStage, TaskState } from './task-event.ts';

export function isInFlight(state: TaskState): boolean {
  return state === 'queued' || state === 'running';
}

export function isEnd(event: TaskEvent): event is Extract<TaskEvent, { type: 'completed' | 'failed' | 'cancelled' }> {
  return event.type === 'completed' || event.type === 'failed' || event.type === 'cancelled';
}

/** Watchers do not need to tell `queued` from `running`. */
export function toShownState(state: TaskState): Exclude<TaskState, 'queued'> {
  return state === 'queued' ? 'running' : state;
}

/** A piece that begins after the end of the text is ignored, as a piece before it was missed. */
export function mergePartial(text: string, offset: number, piece: string): string {
  return offset > text.length ? text : text.slice(0, offset) + piece;
}

export type TaskView = {
  phase: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
  stage: TaskStage | null;
  draft: string;
  problem: { code: ErrorCode; params: TaskParams } | null;
};

export const emptyTaskView: TaskView = { phase: 'waiting', stage: null, draft: '', problem: null };

export function applyTaskEvent(view: TaskView, event: TaskEvent): TaskView {
  switch (event.type) {
    case 'stage':
      return { ...view, phase: 'running', stage: { ...event, percent: Math.max(view.stage?.percent ?? 0, event.percent) } };
    case 'partial':
      return { ...view, phase: 'running', draft: mergePartial(view.draft, event.offset, event.text) };
    case 'completed':
    case 'cancelled':
      return { ...view, phase: event.type };
    case 'failed':
      return { ...view, phase: 'failed', problem: { code: event.code, params: event.params ?? {} } };
  }
}

/** State of a stream that may report several tasks, one after the other. */
export type ToldTask = { taskId: string | null; view: TaskView };

export const nothingTold: ToldTask = { taskId: null, view: emptyTaskView };

/** An event of another task starts from an empty view. */
export function applyToldEvent({ taskId, view }: ToldTask, of: string, event: TaskEvent): ToldTask {
  return { taskId: of, view: applyTaskEvent(taskId === of ? view : emptyTaskView, event) };
}
