import { clsx } from 'clsx';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { initialsOf } from '#lib/text/initials.ts';

const sizes = { sm: 'size-6 text-[0.6875rem]', lg: 'size-20 text-2xl' } as const;

/** Hidden from screen readers, as the name stands beside it. `src` null: initials; `name` null: a generic icon. */
export function Avatar({ src, name, size }: { src: string | null; name: string | null; size: keyof typeof sizes }) {
  /** The address of the picture that failed to load. */
  const [broken, setBroken] = useState<string | null>(null);
  const initials = initialsOf(name ?? '');
  return (
    <span
      aria-hidden
      className={clsx(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-full border border-line bg-surface font-medium text-soft select-none',
        sizes[size],
      )}
    >
      {src !== null && src !== broken ? (
        <img src={src} alt="" className="size-full object-cover" onError={() => setBroken(src)} />
      ) : initials === '' ? (
        <UserRound className={size === 'sm' ? 'size-3.5' : 'size-8'} />
      ) : (
        // Generated content, like a picture: real text would have to be part of the accessible name of the button around it.
        <span data-initials={initials} className="before:content-[attr(data-initials)]" />
      )}
    </span>
  );
}
