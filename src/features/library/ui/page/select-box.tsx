import { clsx } from 'clsx';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowWords } from '../row-words.tsx';
import type { RowSelection, Selection } from './use-selection.ts';

const box = 'size-4.5 cursor-pointer rounded-sm accent-accent';
/** The area that can be pressed is larger than the visible box. */
const around = 'relative grid size-8 cursor-pointer place-items-center rounded-md max-md:size-10';

type SelectBoxProps = {
  id: string;
  title: string;
  selection: RowSelection;
  /** Not drawn until its group is pointed at or has the focus; it can be pressed and reached by keyboard all the same. */
  quiet?: boolean;
};

/** A click with Shift selects every row in between. */
export function SelectBox({ id, title, selection, quiet }: SelectBoxProps) {
  const { t } = useRowWords();
  return (
    <label className={around}>
      <input
        type="checkbox"
        checked={selection.has(id)}
        aria-label={t(($) => $.records.select.one, { title })}
        // A `change` event does not tell which keys are held.
        onClick={(event: MouseEvent) => selection.toggle(id, event.shiftKey)}
        onChange={() => undefined}
        className={clsx(box, quiet && 'appearance-none group-focus-within:appearance-auto group-hover:appearance-auto')}
      />
    </label>
  );
}

export function SelectAll({ selection }: { selection: Selection }) {
  const { t } = useTranslation();
  return (
    <label className={around}>
      <input
        type="checkbox"
        ref={(element) => {
          if (element) element.indeterminate = selection.ids.length > 0 && !selection.isAll && !selection.isEvery;
        }}
        checked={selection.isAll || selection.isEvery}
        aria-label={t(($) => $.records.select.all)}
        onChange={() => (selection.isAll || selection.isEvery ? selection.clear() : selection.all())}
        className={box}
      />
    </label>
  );
}
