import { type ReactNode, useId } from 'react';

export function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="space-y-3 p-4">
      <div>
        <h3 id={heading} className="text-sm font-medium">
          {title}
        </h3>
        <p className="mt-1 max-w-prose text-sm text-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}
