import { clsx } from 'clsx';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type HighlightColour, highlightColours } from '../shared/highlight-kinds.ts';
import './highlights.css';

const dots: Record<HighlightColour, string> = {
  yellow: 'bg-(--mark-yellow)',
  green: 'bg-(--mark-green)',
  blue: 'bg-(--mark-blue)',
  pink: 'bg-(--mark-pink)',
};

export function ColourDot({ colour, className }: { colour: HighlightColour; className?: string }) {
  return (
    <span aria-hidden className={clsx('inline-block size-5 rounded-full border border-line-strong', dots[colour], className)} />
  );
}

const stripes: Record<HighlightColour, string> = {
  yellow: 'bg-(--stripe-yellow)',
  green: 'bg-(--stripe-green)',
  blue: 'bg-(--stripe-blue)',
  pink: 'bg-(--stripe-pink)',
};

export function ColourStripe({ colour }: { colour: HighlightColour }) {
  return <span aria-hidden className={clsx('w-1 shrink-0 self-stretch rounded-full', stripes[colour])} />;
}

type ColourPickerProps = { value: HighlightColour; onChange: (colour: HighlightColour) => void };

export function ColourPicker({ value, onChange }: ColourPickerProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{t(($) => $.highlights.colour)}</legend>
      {highlightColours.map((colour) => (
        <label
          key={colour}
          title={t(($) => $.highlights.colours[colour])}
          className="inline-flex size-8 cursor-pointer items-center justify-center rounded-md hover:bg-hover has-checked:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === colour}
            aria-label={t(($) => $.highlights.colours[colour])}
            onChange={() => onChange(colour)}
          />
          <ColourDot colour={colour} className={value === colour ? 'outline-2 outline-offset-2 outline-ink' : undefined} />
        </label>
      ))}
    </fieldset>
  );
}
