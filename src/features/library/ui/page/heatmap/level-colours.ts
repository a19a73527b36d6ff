export const levelColours = ['bg-hover', 'bg-accent/30', 'bg-accent/55', 'bg-accent/80', 'bg-accent'] as const;
