import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorSettings } from '#lib/error-settings.ts';
import { Button } from '#ui/button.tsx';
import { useUiLabels } from '#ui/labels.tsx';

type EmptyStateProps = { icon?: ReactNode; title: string; description?: ReactNode; action?: ReactNode; className?: string };

export function EmptyState({ icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}>
      {icon ? (
        <div aria-hidden className="mb-3 text-faint [&_svg]:size-6">
          {icon}
        </div>
      ) : null}
      <p className="text-base font-medium">{title}</p>
      {description ? <div className="mt-1 max-w-sm text-sm text-soft">{description}</div> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}

type ErrorStateProps = {
  title?: string;
  message: string;
  code?: string;
  onRetry?: () => void;
  retrying?: boolean;
  action?: ReactNode;
  /** `page`: nothing else is on the page, so the title is its heading. */
  layout?: 'block' | 'row' | 'page';
  className?: string;
};

export function ErrorState(props: ErrorStateProps) {
  const { title, message, code, onRetry, retrying, action, layout = 'block', className } = props;
  const labels = useUiLabels();
  const row = layout === 'row';
  const Title = layout === 'page' ? 'h1' : 'p';
  return (
    <div
      role="alert"
      className={clsx(
        'flex',
        layout === 'page' && 'grow justify-center',
        row ? 'items-start gap-3 p-3 max-sm:flex-wrap' : 'flex-col items-center px-6 py-12 text-center',
        className,
      )}
    >
      <CircleAlert aria-hidden className={clsx('shrink-0 text-danger', row ? 'mt-0.5 size-4' : 'mb-3 size-6')} />
      <div className={clsx('min-w-0', row ? 'flex-1' : layout === 'block' && 'grow')}>
        {title ? (
          <Title className={clsx('font-medium [overflow-wrap:anywhere]', row ? 'text-sm' : 'text-base')}>{title}</Title>
        ) : null}
        <p className={clsx('text-sm', row ? 'text-ink' : 'mx-auto max-w-md text-soft')}>{message}</p>
        {code ? <ErrorCodeLine code={code} /> : null}
      </div>
      {onRetry || action ? (
        <div className={clsx('flex gap-2', row ? 'shrink-0 max-sm:w-full max-sm:pl-7' : 'mt-4')}>
          {onRetry ? (
            <Button size="sm" loading={retrying} onClick={onRetry}>
              {labels.retry}
            </Button>
          ) : null}
          {action}
        </div>
      ) : null}
    </div>
  );
}

/** The code for those who look for it; other readers see only that there is one. */
export function ErrorCodeLine({ code, className }: { code: string; className?: string }) {
  const labels = useUiLabels();
  return (
    <details className={clsx('mt-1 text-xs text-faint', className)}>
      <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm underline decoration-line-strong underline-offset-4 hover:text-ink">
        {labels.details}
      </summary>
      <p className="animate-fade-in">
        {[code, ...(errorSettings[code] ?? [])].map((name, index) => (
          <span key={name}>
            {index === 0 ? `${labels.errorCode} ` : ' · '}
            <code className="font-mono select-all">{name}</code>
          </span>
        ))}
      </p>
    </details>
  );
}
