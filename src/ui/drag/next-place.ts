type From = { count: number /** -1: nowhere yet. */; at: number; key: string };

/** The place that a key leads to, round and round; null for other keys, and where there is none. */
export function nextPlace({ count, at, key }: From): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowUp':
    case 'ArrowLeft':
      return at <= 0 ? count - 1 : at - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
