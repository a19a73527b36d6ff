import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

const field =
  'w-full rounded-md border border-line-strong bg-surface text-ink transition-colors hover:border-soft focus-visible:border-focus focus-visible:outline-offset-0 disabled:opacity-55 aria-invalid:border-danger';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(field, 'h-10 px-3 text-base md:text-sm', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={clsx(field, 'px-3 py-2 text-base leading-relaxed md:text-sm', className)} {...rest} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={clsx(field, 'h-10 px-3 text-base md:text-sm', className)} {...rest} />;
}

/** A control with its name above it; `id` is the control's. */
export function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {children}
    </div>
  );
}
