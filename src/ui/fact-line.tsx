import clsx from 'clsx';

/** Short facts in a line. Where it wraps, no dot is left at the end: the dot before a fact then lies outside the box. */
export function FactLine({ facts, className }: { facts: readonly string[]; className?: string }) {
  return (
    <p className={clsx('overflow-hidden', className)}>
      <span className="-ms-4 flex flex-wrap">
        {facts.map((fact, index) => (
          <span key={fact} className="inline-flex max-w-full">
            <span className="w-4 shrink-0 text-center">{index === 0 ? null : ' · '}</span>
            <span className="min-w-0">{fact}</span>
          </span>
        ))}
      </span>
    </p>
  );
}
