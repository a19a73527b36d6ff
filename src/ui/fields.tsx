import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

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
