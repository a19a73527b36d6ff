import { useTranslation } from 'react-i18next';
import { useFormat } from '#ui/format.ts';
import { type Rules, ruleNames } from './folder-draft.ts';

export function useLanguageName(): (language: string) => string {
  const { i18n } = useTranslation();
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  return (language) => {
    try {
      return names.of(language) ?? language;
    } catch {
      return language;
    }
  };
}

/** Each condition as a short text, such as "Length: 20–60 min". */
export function useRuleWords(): (rules: Rules) => string[] {
  const { t } = useTranslation();
  const format = useFormat();
  const languageName = useLanguageName();
  const join = (words: readonly string[]) => words.join(t(($) => $.common.listSeparator));

  function daysIn(days: NonNullable<Rules['added']>): string {
    if ('days' in days) return t(($) => $.smartFolders.field.lastDays, { count: days.days, formatted: format.number(days.days) });
    const { from, to } = days;
    if (from !== undefined && to !== undefined) return t(($) => $.smartFolders.say.daysBetween, { from, to });
    return from === undefined
      ? t(($) => $.smartFolders.say.daysTo, { to: to ?? '' })
      : t(($) => $.smartFolders.say.daysFrom, { from });
  }

  function minutesIn({ from, to }: NonNullable<Rules['minutes']>): string {
    if (from !== undefined && to !== undefined)
      return t(($) => $.smartFolders.say.minutesBetween, { from: format.number(from), to: format.number(to) });
    return from === undefined
      ? t(($) => $.smartFolders.say.minutesTo, { to: format.number(to ?? 0) })
      : t(($) => $.smartFolders.say.minutesFrom, { from: format.number(from) });
  }

  return (rules) =>
    ruleNames.flatMap((name) => {
      const value =
        name === 'types'
          ? rules.types && join(rules.types.map((type) => t(($) => $.smartFolders.contentTypes[type])))
          : name === 'sites'
            ? rules.sites && join(rules.sites)
            : name === 'languages'
              ? rules.languages && join(rules.languages.map(languageName))
              : name === 'minutes'
                ? rules.minutes && minutesIn(rules.minutes)
                : name === 'text'
                  ? rules.text && t(($) => $.smartFolders.say.text, { text: rules.text })
                  : name === 'todo'
                    ? rules.todo && t(($) => $.smartFolders.todo[rules.todo ?? 'open'])
                    : rules[name] && daysIn(rules[name]);
      if (value === undefined) return [];
      return [t(($) => $.smartFolders.say.rule, { name: t(($) => $.smartFolders.rule[name]), value })];
    });
}
