import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '#ui/browser/is-composing.ts';
import { Input } from '#ui/fields.tsx';
import { wasPicked } from './was-picked.ts';

type ChipsFieldProps = {
  label: string;
  /** True if a visible heading already says it. */
  labelHidden?: boolean;
  /** A prefix for each value, such as `#` for tags. */
  sign?: string;
  hint: string;
  values: readonly string[];
  suggestions: readonly string[];
  most: number;
  /** Returns an empty string if the text is not a valid value. */
  clean: (typed: string) => string;
  onValues: (values: readonly string[]) => void;
};

/** A field for several short values: Enter or a comma adds one; Backspace or its button removes it. */
export function ChipsField({
  label,
  labelHidden = false,
  sign = '',
  hint,
  values,
  suggestions,
  most,
  clean,
  onValues,
}: ChipsFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const full = values.length >= most;

  function take(text: string): void {
    const value = clean(text);
    setTyped('');
    if (value !== '' && !values.includes(value) && !full) onValues([...values, value]);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (isComposing(event)) return;
    if ((event.key === 'Enter' || event.key === ',' || event.key === '\uff0c') && typed.trim() !== '') {
      event.preventDefault();
      take(typed);
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) onValues(values.slice(0, -1));
  }

  return (
    <div>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      {values.length === 0 ? null : (
        <ul aria-label={label} className="mb-2 flex flex-wrap gap-1.5">
          {values.map((value) => (
            <li key={value}>
              <button
                type="button"
                aria-label={t(($) => $.smartFolders.dialog.removeTag, { name: `${sign}${value}` })}
                onClick={() => onValues(values.filter((one) => one !== value))}
                className="inline-flex h-8 max-w-full items-center gap-1 rounded-full bg-accent-soft pr-2 pl-3 text-sm text-ink hover:bg-hover max-md:h-10"
              >
                <span className="max-w-56 truncate">
                  {sign}
                  {value}
                </span>
                <X aria-hidden className="size-3.5 shrink-0" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Input
        id={id}
        value={typed}
        placeholder={hint}
        list={`${id}-list`}
        maxLength={253}
        disabled={full}
        enterKeyHint="done"
        autoComplete="off"
        onChange={({ target, nativeEvent }) => {
          // A suggestion that was picked is added at once; one that was typed may be the beginning of a longer word.
          if (wasPicked(nativeEvent) && suggestions.includes(target.value)) take(target.value);
          else setTyped(target.value);
        }}
        onKeyDown={handleKeyDown}
        onBlur={() => take(typed)}
      />
      <datalist id={`${id}-list`}>
        {suggestions
          .filter((value) => !values.includes(value))
          .map((value) => (
            <option key={value} value={value} />
          ))}
      </datalist>
    </div>
  );
}
