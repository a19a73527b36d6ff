import { createFenceReader } from '#lib/markdown/code-fences.ts';

const taskLine = /^(\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])\](\s.*)$/s;

export const taskMark = /^\[([ xX])\]\s+/;

/** The whole text of an item that somebody began and left: it is in the note, and shown nowhere. */
export const emptyTask = /^\[[ xX]\]\s*$/;

/** Identifies a task by line and words, as lines may have been added before it. */
export type TaskRef = { line: number; words: string };

export const taskWordsLength = 300;

type Task = TaskRef & { done: boolean /** Offset of what is between the brackets. */; at: number };

/** Items that are shown as checkboxes; those in code are not. */
export function tasksOf(note: string): (TaskRef & { done: boolean })[] {
  const lines = note.split(/\r\n?|\n/);
  const kinds = lines.map(createFenceReader());
  return findTasks(note)
    .filter(({ line, words }) => kinds[line] === 'text' && words !== '')
    .map(({ line, words, done }) => ({ line, words, done }));
}

function findTasks(note: string): Task[] {
  const tasks: Task[] = [];
  let start = 0;
  for (const [line, text] of note.split(/\r\n?|\n/).entries()) {
    const match = taskLine.exec(text);
    if (match)
      tasks.push({
        line,
        words: (match[3] ?? '').trim().slice(0, taskWordsLength),
        done: match[2] !== ' ',
        at: start + (match[1]?.length ?? 0),
      });
    start += text.length;
    start += note.startsWith('\r\n', start) ? 2 : 1;
  }
  return tasks;
}

export function countTasks(note: string): { open: number; done: number } {
  if (!/\[[ xX]\]/.test(note)) return { open: 0, done: 0 };
  const tasks = tasksOf(note);
  const done = tasks.filter((task) => task.done).length;
  return { open: tasks.length - done, done };
}

export function taskAt(note: string, line: number): (TaskRef & { done: boolean }) | null {
  const task = findTasks(note).find((one) => one.line === line);
  return task ? { line, words: task.words, done: task.done } : null;
}

/** Sets the item with the same words that is nearest to the line; null if there is none. */
export function setTask(note: string, { line, words }: TaskRef, done: boolean): string | null {
  const far = (task: Task): number => Math.abs(task.line - line);
  const [task] = findTasks(note)
    .filter((one) => one.words === words)
    .sort((a, b) => far(a) - far(b));
  if (!task) return null;
  return task.done === done ? note : note.slice(0, task.at) + (done ? 'x' : ' ') + note.slice(task.at + 1);
}
