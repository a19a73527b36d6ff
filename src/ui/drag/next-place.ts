/** `at` is -1 while no place is chosen. */
type From = { count: number; at: number; key: string };

/** The index of the place that a key leads to, wrapping around; null for other keys, and without places. */
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
