import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#ui/surfaces.tsx';

type EntryCardProps = { title: string; lead?: ReactNode; children: ReactNode; footer?: ReactNode };

export function EntryCard({ title, lead, children, footer }: EntryCardProps) {
  return (
    <div className="mx-auto w-full max-w-md px-4 pt-8 pb-20 md:pt-16">
      <h1 className="text-2xl font-semibold">{title}</h1>
      {lead === undefined ? null : <div className="mt-2 text-sm text-soft">{lead}</div>}
      <Card className="mt-6 p-5 md:p-6">{children}</Card>
      {footer === undefined ? null : <p className="mt-4 text-center text-sm text-soft">{footer}</p>}
    </div>
  );
}

export function EntryProblem({ title, message }: { title?: string; message: string }) {
  return (
    <div role="alert" className="flex gap-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        {title === undefined ? null : <p className="font-medium">{title}</p>}
        <p>{message}</p>
      </div>
    </div>
  );
}

export const textLink = 'rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline';
