import { clsx } from 'clsx';
import { LayoutDashboard, LayoutGrid, type LucideIcon, Rows3, Table2 } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { type ViewType, viewTypes } from '../../shared/library-address.ts';

const icons: Record<ViewType, LucideIcon> = { gallery: LayoutGrid, masonry: LayoutDashboard, list: Rows3, table: Table2 };

type ViewSwitchProps = { view: ViewType; onView: (view: ViewType) => void };

export function ViewSwitch({ view, onView }: ViewSwitchProps) {
  const { t } = useTranslation();
  return (
    <RadioGroup.Root
      aria-label={t(($) => $.records.views.label)}
      orientation="horizontal"
      value={view}
      onValueChange={(next) => onView(viewTypes.find((one) => one === next) ?? view)}
      className="flex h-8 shrink-0 items-center rounded-md border border-line p-0.5 max-md:h-10"
    >
      {viewTypes.map((one) => {
        const Icon = icons[one];
        const name = t(($) => $.records.views[one]);
        return (
          <RadioGroup.Item
            key={one}
            value={one}
            aria-label={name}
            title={name}
            className={clsx(
              'inline-flex h-full w-8 items-center justify-center rounded-sm transition-colors max-md:w-9',
              view === one ? 'bg-hover text-ink' : 'text-faint hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-4" />
          </RadioGroup.Item>
        );
      })}
    </RadioGroup.Root>
  );
}
