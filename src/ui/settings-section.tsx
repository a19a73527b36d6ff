import { type ReactNode, useId } from 'react';
import { ErrorState } from '#ui/states.tsx';
import { Card, Skeleton } from '#ui/surfaces.tsx';

type SettingsSectionProps = {
  title: string;
  lead: ReactNode;
  children: ReactNode;
};

export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-lg font-semibold wrap-anywhere">
        {title}
      </h2>
      {typeof lead === 'string' ? <p className="mt-1 max-w-prose text-sm text-soft">{lead}</p> : lead}
      {children}
    </section>
  );
}

type SettingsCardProps = {
  /** The failure that is shown instead of the content; null while loading. */
  problem: { title: string; message: string; code: string; retrying: boolean; onRetry: () => void } | null;
  loading: string;
  skeleton?: ReactNode;
  children: ReactNode;
};

export function SettingsCard({ problem, loading, skeleton, children }: SettingsCardProps) {
  return (
    <Card className="mt-4">
      {children ??
        (problem ? (
          <ErrorState layout="row" {...problem} />
        ) : (
          <div role="status" className="space-y-3 p-4">
            <span className="sr-only">{loading}</span>
            {skeleton ?? (
              <>
                <Skeleton className="h-6 w-40" />
                <Skeleton className="h-10" />
              </>
            )}
          </div>
        ))}
    </Card>
  );
}
