import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { contentTypes } from '#lib/content-type.ts';
import { smartFolderLimits } from '#lib/input-limits.ts';
import { Input, Select } from '#ui/fields.tsx';
import { useFormat } from '#ui/format.ts';
import { ChipsField } from './chips-field.tsx';
import type { Draft, DraftRules, RuleName } from './folder-draft.ts';
import { useLanguageName } from './rule-words.ts';

export type Choices = { sites: readonly string[]; languages: readonly string[] };

type RuleFieldProps = {
  name: RuleName;
  rules: Draft['rules'];
  choices: Choices;
  onRule: (rule: Draft['rules']) => void;
};

/** The field for one rule, which must be in `rules`. */
export function RuleField({ name, rules, choices, onRule }: RuleFieldProps): ReactNode {
  const { t } = useTranslation();
  const label = t(($) => $.smartFolders.rule[name]);
  const languageName = useLanguageName();
  if (name === 'types') {
    const labelOf = (type: string) => t(($) => $.smartFolders.contentTypes[type as (typeof contentTypes)[number]]);
    return (
      <Toggles
        label={label}
        options={contentTypes.map((type) => ({ value: type, label: labelOf(type) }))}
        values={rules.types ?? []}
        onValues={(types) => onRule({ types: types as DraftRules['types'] })}
      />
    );
  }
  if (name === 'languages') {
    const all = [...new Set([...choices.languages, ...(rules.languages ?? [])])].slice(0, smartFolderLimits.choices);
    if (all.length === 0) return <p className="text-sm text-soft">{t(($) => $.smartFolders.field.noLanguages)}</p>;
    return (
      <Toggles
        label={label}
        options={all.map((language) => ({ value: language, label: languageName(language) }))}
        values={rules.languages ?? []}
        onValues={(languages) => onRule({ languages })}
      />
    );
  }
  if (name === 'sites')
    return (
      <ChipsField
        label={label}
        labelHidden
        hint={t(($) => $.smartFolders.field.sitesHint)}
        values={rules.sites ?? []}
        suggestions={choices.sites}
        most={smartFolderLimits.choices}
        clean={cleanSite}
        onValues={(sites) => onRule({ sites })}
      />
    );
  if (name === 'minutes') {
    const minutes = rules.minutes ?? { from: '', to: '' };
    return (
      <Pair>
        {(['from', 'to'] as const).map((end) => (
          <Field key={end} label={t(($) => $.smartFolders.field[end === 'from' ? 'minutesFrom' : 'minutesTo'])}>
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              value={minutes[end]}
              onChange={({ target }) => onRule({ minutes: { ...minutes, [end]: target.value } })}
            />
          </Field>
        ))}
      </Pair>
    );
  }
  if (name === 'added' || name === 'published')
    return <DaysField days={rules[name] ?? { period: 30, from: '', to: '' }} onDays={(days) => onRule({ [name]: days })} />;
  if (name === 'text')
    return (
      <Input
        aria-label={label}
        placeholder={t(($) => $.smartFolders.field.textHint)}
        value={rules.text ?? ''}
        maxLength={smartFolderLimits.textLength}
        onChange={({ target }) => onRule({ text: target.value })}
      />
    );
  return (
    <Select
      aria-label={label}
      value={rules.todo ?? 'open'}
      onChange={({ target }) => onRule({ todo: target.value as DraftRules['todo'] })}
    >
      {(['open', 'done', 'none'] as const).map((state) => (
        <option key={state} value={state}>
          {t(($) => $.smartFolders.todo[state])}
        </option>
      ))}
    </Select>
  );
}

/** Accepts a URL as well as a host. */
function cleanSite(typed: string): string {
  const host = typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '');
  return host.split(/[/:?#]/, 1)[0] ?? '';
}

const periods = [7, 30, 90, 365];

type DaysFieldProps = { days: DraftRules['added']; onDays: (days: DraftRules['added']) => void };

function DaysField({ days, onDays }: DaysFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const all = days.period === 'between' || periods.includes(days.period) ? periods : [...periods, days.period];
  return (
    <div className="flex flex-col gap-2">
      <Select
        aria-label={t(($) => $.smartFolders.field.period)}
        value={String(days.period)}
        onChange={({ target }) => onDays({ ...days, period: target.value === 'between' ? 'between' : Number(target.value) })}
      >
        {all.map((count) => (
          <option key={count} value={count}>
            {t(($) => $.smartFolders.field.lastDays, { count, formatted: format.number(count) })}
          </option>
        ))}
        <option value="between">{t(($) => $.smartFolders.field.between)}</option>
      </Select>
      {days.period === 'between' ? (
        <Pair>
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={t(($) => $.smartFolders.field[end === 'from' ? 'dayFrom' : 'dayTo'])}>
              <Input type="date" value={days[end]} onChange={({ target }) => onDays({ ...days, [end]: target.value })} />
            </Field>
          ))}
        </Pair>
      ) : null}
    </div>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-3">{children}</div>;
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is its child
    <label className="block text-sm text-soft">
      <span className="mb-1 block">{label}</span>
      {children}
    </label>
  );
}

type TogglesProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  values: readonly string[];
  onValues: (values: string[]) => void;
};

function Toggles({ label, options, values, onValues }: TogglesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a wrapping row in every browser
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {options.map((option) => {
        const on = values.includes(option.value);
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={on}
            onClick={() => onValues(on ? values.filter((one) => one !== option.value) : [...values, option.value])}
            className={clsx(
              'h-8 rounded-full border px-3 text-sm transition-colors max-md:h-10',
              on ? 'border-accent bg-accent-soft text-ink' : 'border-line-strong text-soft hover:bg-hover hover:text-ink',
            )}
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
