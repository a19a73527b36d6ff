import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import { type ComponentProps, cloneElement, isValidElement, type ReactNode } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-hover disabled:bg-hover disabled:text-faint',
  secondary: 'border border-line bg-surface text-ink hover:bg-hover active:bg-line',
  ghost: 'text-soft hover:bg-hover hover:text-ink active:bg-line',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover active:bg-danger-hover',
  'danger-ghost': 'text-danger hover:bg-danger-soft active:bg-danger-soft',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 px-3 text-sm max-md:h-10',
  md: 'h-10 gap-2 px-4 text-sm max-md:h-11',
  lg: 'h-12 gap-2 px-6 text-base',
};

const base =
  'inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium whitespace-nowrap transition-[color,background-color,border-color,scale] active:not-disabled:scale-[0.97] not-[.bg-accent]:disabled:opacity-55 not-aria-busy:aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:opacity-55 [&_svg]:shrink-0';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores clicks without losing focus or width. */
  loading?: boolean;
  /** Renders the only child (a link) as a button. */
  asChild?: boolean;
};

export function Button({ variant = 'secondary', size = 'md', loading, asChild, className, children, ...rest }: ButtonProps) {
  const classes = clsx(base, variants[variant], sizes[size], className);
  if (asChild) {
    return isValidElement<{ className?: string }>(children)
      ? cloneElement(children, { ...rest, className: clsx(classes, children.props.className) })
      : null;
  }
  const busy = loading ? { 'aria-busy': true, 'aria-disabled': true, onClick: undefined, type: 'button' as const } : {};
  return (
    <button type="button" className={classes} {...rest} {...busy}>
      {loading ? <LoaderCircle className="size-4 animate-spin" aria-hidden /> : null}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string;
  /** Shown in the tooltip, e.g. `Ctrl B`. */
  shortcut?: string;
  variant?: ButtonVariant;
  size?: 'sm' | 'md';
  children: ReactNode;
};

/** A square button with one icon; `md` is 40 px (44 for fingers), `sm` 32 px (40). */
export function IconButton({ label, shortcut, variant = 'ghost', size = 'md', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      className={clsx(
        base,
        variants[variant],
        size === 'md' ? 'size-10 max-md:size-11 [&_svg]:size-[18px]' : 'size-8 max-md:size-10 [&_svg]:size-4',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
