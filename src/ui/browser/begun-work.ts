/** Work that this browser began or saw running for a user, so that a page loaded in the meantime can report its end. */
const kinds = ['deletion', 'tagging'] as const;
type Kind = (typeof kinds)[number];

const begunKey = (kind: Kind) => `gleaner.begun.${kind}`;
const toldKey = (kind: Kind) => `gleaner.${kind}-seen`;
/** Of this page, where storage is refused. */
const begunHere = new Map<Kind, string>();
const toldHere = new Map<Kind, string>();

export function rememberWork(kind: Kind, userId: string): void {
  begunHere.set(kind, userId);
  write(begunKey(kind), userId);
}

/** Whether the end is to be reported now: only of this user's work that was begun or seen here, and once in all tabs. */
export function takeEnd(kind: Kind, { taskId, userId }: { taskId: string; userId: string }): boolean {
  const begun = begunHere.get(kind) === userId || read(begunKey(kind)) === userId;
  const told = toldHere.get(kind) === taskId || read(toldKey(kind)) === taskId;
  begunHere.delete(kind);
  // The mark stays: it may be of work that has begun since, whose state is not known yet.
  if (told) return false;
  write(begunKey(kind), null);
  toldHere.set(kind, taskId);
  write(toldKey(kind), taskId);
  return begun;
}

export function wasWorkBegun(): boolean {
  return kinds.some((kind) => read(begunKey(kind)) !== null);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is refused: this page alone knows.
  }
}
