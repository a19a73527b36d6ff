/** Text that can be kept: PostgreSQL takes no NUL in any text, and in JSON no half of a character. */

/** The text without NUL; half a character becomes the sign for one that is not known (U+FFFD). */
export function storableText(text: string): string {
  // In this order, as a store does it: halves that a NUL keeps apart are no character.
  if (text.isWellFormed() && !text.includes('\u0000')) return text;
  return text.toWellFormed().replaceAll('\u0000', '');
}

/** A value of JSON with every text in it made storable, names of fields too. What is no list or plain object stays itself. */
export function storable<T>(value: T): T;
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return storableList(value);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return storableObject(value as Record<string, unknown>);
}

/** The list itself when nothing in it changes: transcripts have ten thousands of lines. */
function storableList(list: readonly unknown[]): readonly unknown[] {
  let changed: unknown[] | null = null;
  for (const [place, item] of list.entries()) {
    const kept = storable(item);
    if (kept === item) continue;
    changed ??= [...list];
    changed[place] = kept;
  }
  return changed ?? list;
}

function storableObject(value: Record<string, unknown>): Record<string, unknown> {
  let same = true;
  for (const name in value) {
    if (storable(value[name]) === value[name] && storableText(name) === name) continue;
    same = false;
    break;
  }
  if (same) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [storableText(name), storable(item)]));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The same for a text that comes in pieces: a character whose halves come one after the other is still one. */
export function textMender(): { push: (piece: string) => string; end: () => string } {
  let waiting = '';
  return {
    push(piece) {
      const text = waiting + piece;
      const last = text.charCodeAt(text.length - 1);
      waiting = last >= 0xd800 && last < 0xdc00 ? text.slice(-1) : '';
      return storableText(text.slice(0, text.length - waiting.length));
    },
    end() {
      const rest = storableText(waiting);
      waiting = '';
      return rest;
    },
  };
}
