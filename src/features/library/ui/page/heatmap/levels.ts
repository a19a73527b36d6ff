export const levelColours = ['bg-hover', 'bg-accent/30', 'bg-accent/55', 'bg-accent/80', 'bg-accent'] as const;

export function levelOf(count: number): number {
  if (count === 0) return 0;
  if (count <= 2) return 1;
  if (count <= 5) return 2;
  return count <= 10 ? 3 : 4;
}
