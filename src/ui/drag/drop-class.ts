export const dropClass = 'bg-accent-soft! text-ink! ring-2 ring-accent';
