import { createFenceReader } from '#lib/markdown/code-fences.ts';

const todoLine = /^(\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])\](\s.*)$/s;

export const todoMark = /^\[([ xX])\]\s+/;

/** The whole text of an item that somebody began and left: it is in the note, and shown nowhere. */
export const emptyTodo = /^\[[ xX]\]\s*$/;

/** Identifies a todo by line and words, as lines may have been added before it. */
export type TodoRef = { line: number; words: string };

export const todoWordsLength = 300;

type Todo = TodoRef & { done: boolean /** Offset of what is between the brackets. */; at: number };

/** Items that are shown as checkboxes; those in code are not. */
export function todosOf(note: string): (TodoRef & { done: boolean })[] {
  const lines = note.split(/\r\n?|\n/);
  const kinds = lines.map(createFenceReader());
  return findTodos(note)
    .filter(({ line, words }) => kinds[line] === 'text' && words !== '')
    .map(({ line, words, done }) => ({ line, words, done }));
}

function findTodos(note: string): Todo[] {
  const todos: Todo[] = [];
  let start = 0;
  for (const [line, text] of note.split(/\r\n?|\n/).entries()) {
    const match = todoLine.exec(text);
    if (match)
      todos.push({
        line,
        words: (match[3] ?? '').trim().slice(0, todoWordsLength),
        done: match[2] !== ' ',
        at: start + (match[1]?.length ?? 0),
      });
    start += text.length;
    start += note.startsWith('\r\n', start) ? 2 : 1;
  }
  return todos;
}

export function countTodos(note: string): { open: number; done: number } {
  if (!/\[[ xX]\]/.test(note)) return { open: 0, done: 0 };
  const todos = todosOf(note);
  const done = todos.filter((todo) => todo.done).length;
  return { open: todos.length - done, done };
}

export function todoAt(note: string, line: number): (TodoRef & { done: boolean }) | null {
  const todo = findTodos(note).find((one) => one.line === line);
  return todo ? { line, words: todo.words, done: todo.done } : null;
}

/** Sets the item with the same words that is nearest to the line; null if there is none. */
export function setTodo(note: string, { line, words }: TodoRef, done: boolean): string | null {
  const far = (todo: Todo): number => Math.abs(todo.line - line);
  const [todo] = findTodos(note)
    .filter((one) => one.words === words)
    .sort((a, b) => far(a) - far(b));
  if (!todo) return null;
  return todo.done === done ? note : note.slice(0, todo.at) + (done ? 'x' : ' ') + note.slice(todo.at + 1);
}
