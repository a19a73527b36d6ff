/** PostgreSQL refuses NUL in text, and half a surrogate pair in JSON. */

export function storableText(text: string): string {
  // NUL is removed last: it may stand between two surrogates that must not join.
  if (text.isWellFormed() && !text.includes('\u0000')) return text;
  return text.toWellFormed().replaceAll('\u0000', '');
}

/** Applies to field names too. Values other than lists and plain objects stay as they are. */
export function storable<T>(value: T): T;
export function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return storableList(value);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return storableObject(value as Record<string, unknown>);
}

/** Returns the same list when nothing changes: transcripts have tens of thousands of lines. */
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

/** For text in pieces: a character split between two pieces stays whole. */
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
