import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Input, Labelled } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { addDays, readDay } from '../shared/days.ts';

type DayFieldProps = {
  label: string;
  hint: string;
  /** As typed; empty for no day. */
  value: string;
  onValue: (value: string) => void;
};

const periods = [30, 365];

/** A day typed as `2026-12-31`, repeated in the user's language: a native date field uses the browser's language. */
export function DayField({ label, hint, value, onValue }: DayFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const day = readDay(value);
  const isWrong = value !== '' && day === null;
  return (
    <Labelled id={id} label={label}>
      <div className="flex flex-wrap gap-2">
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t(($) => $.admin.day.form)}
          maxLength={10}
          className="max-w-44"
          aria-invalid={isWrong}
          aria-describedby={`${id}-hint`}
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
        {periods.map((days) => (
          <Button key={days} onClick={() => onValue(addDays(day ?? new Date(), days))}>
            {t(($) => $.admin.day.add, { count: days })}
          </Button>
        ))}
      </div>
      <p id={`${id}-hint`} role="status" className={isWrong ? 'mt-1 text-sm text-danger' : 'mt-1 text-sm text-soft'}>
        {isWrong
          ? t(($) => $.admin.day.wrong)
          : day === null
            ? hint
            : t(($) => $.admin.day.read, { date: format.date(day.toISOString()) })}
      </p>
    </Labelled>
  );
}
