/** The look of the place where the dragged records would be dropped. */
export const dropClass = 'bg-accent-soft! text-ink! ring-2 ring-accent';
