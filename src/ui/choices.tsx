import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}

type ChoiceProps = { group: string; checked: boolean; lang?: string; onChoose: () => void; children: ReactNode };

export function Choice({ group, checked, lang, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      lang={lang}
      className={clsx(
        'relative flex h-11 cursor-pointer items-center gap-2 rounded-md border px-4 text-sm transition-colors md:h-10 has-focus-visible:outline-2 has-focus-visible:outline-focus [&_svg]:size-4',
        checked ? 'border-accent bg-accent-soft font-medium text-ink' : 'border-line bg-surface text-soft hover:bg-hover',
      )}
    >
      <input
        id={id}
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
  );
}
