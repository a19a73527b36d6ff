import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/format.ts';

/** As `user.workCost` gives it; seconds. */
type Cost = {
  pays: 'time' | 'nothing' | 'own_key' | 'unlimited';
  seconds: number;
  unknown: number;
  left: number | null;
};

export type CostText = { text: string /** More than is left: it would be refused. */; short: boolean };

/** Null where time is not limited. `question`: work that takes no time whoever does it. */
export function useCostText(): (cost: Cost | undefined, kind: 'note' | 'question') => CostText | null {
  const { t } = useTranslation();
  const format = useFormat();
  return (cost, kind) => {
    if (cost === undefined || cost.pays === 'unlimited' || cost.left === null) return null;
    if (cost.pays === 'own_key') return { text: t(($) => $.common.cost.ownKey), short: false };
    if (cost.pays === 'nothing')
      return { text: kind === 'note' ? t(($) => $.common.cost.known) : t(($) => $.common.cost.nothing), short: false };
    const { seconds, unknown, left } = cost;
    const minutes = (time: number) => format.duration(60 * Math.max(1, Math.round(time / 60)));
    const words = {
      cost: minutes(seconds),
      left: left < 30 ? t(($) => $.common.cost.none) : minutes(left),
      unknown: format.number(unknown),
    };
    // A second is held for each that is not known.
    if (seconds + unknown > left) {
      const needed = seconds === 0 ? minutes(unknown) : words.cost;
      return { text: t(($) => $.common.cost.short, { ...words, cost: needed }), short: true };
    }
    if (seconds === 0) return { text: t(($) => $.common.cost.unknown, words), short: false };
    if (unknown > 0) return { text: t(($) => $.common.cost.timeAndUnknown, words), short: false };
    return { text: t(($) => $.common.cost.time, words), short: false };
  };
}
