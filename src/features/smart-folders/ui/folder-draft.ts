import type { Definition, FolderInput } from './use-smart-folders.ts';

export type Rules = Definition['rules'];
export type RuleName = keyof Rules;

export const ruleNames = ['types', 'sites', 'languages', 'minutes', 'added', 'published', 'text', 'todo'] as const;

/** The state of the form; a rule that was added but not filled in is empty. */
export type Draft = {
  name: string;
  tags: readonly string[];
  matchType: 'all' | 'any';
  rules: Partial<{ [Name in RuleName]: DraftRule<Name> }>;
};

type Days = { period: number | 'between'; from: string; to: string };
export type DraftRules = {
  types: NonNullable<Rules['types']>;
  sites: readonly string[];
  languages: readonly string[];
  minutes: { from: string; to: string };
  added: Days;
  published: Days;
  text: string;
  todo: NonNullable<Rules['todo']>;
};
export type DraftRule<Name extends RuleName> = DraftRules[Name];

export const emptyRules: DraftRules = {
  types: [],
  sites: [],
  languages: [],
  minutes: { from: '', to: '' },
  added: { period: 30, from: '', to: '' },
  published: { period: 365, from: '', to: '' },
  text: '',
  todo: 'open',
};

export function draftOf(folder: FolderInput | null): Draft {
  if (folder === null) return { name: '', tags: [], matchType: 'all', rules: {} };
  const { types, sites, languages, minutes, added, published, text, todo } = folder.rules;
  const number = (value: number | undefined) => (value === undefined ? '' : String(value));
  const days = (value: NonNullable<Rules['added']>): Days =>
    'days' in value
      ? { period: value.days, from: '', to: '' }
      : { period: 'between', from: value.from ?? '', to: value.to ?? '' };
  return {
    name: folder.name,
    tags: folder.tags,
    matchType: folder.match_type,
    rules: {
      ...(types && { types }),
      ...(sites && { sites }),
      ...(languages && { languages }),
      ...(minutes && { minutes: { from: number(minutes.from), to: number(minutes.to) } }),
      ...(added && { added: days(added) }),
      ...(published && { published: days(published) }),
      ...(text !== undefined && { text }),
      ...(todo && { todo }),
    },
  };
}

/** Null if there is no condition yet. Leaves out rules that are not filled in. `zone`: the time zone of the days. */
export function definitionOf({ tags, matchType, rules }: Draft, zone: string): Definition | null {
  const { types = [], sites = [], languages = [], minutes, added, published, text = '', todo } = rules;
  const from = numberOf(minutes?.from);
  const to = numberOf(minutes?.to);
  const addedDays = daysOf(added, zone);
  const publishedDays = daysOf(published, zone);
  const made: Rules = {
    ...(types.length > 0 && { types: [...types] }),
    ...(sites.length > 0 && { sites: [...sites] }),
    ...(languages.length > 0 && { languages: [...languages] }),
    ...((from !== null || to !== null) && { minutes: { ...(from !== null && { from }), ...(to !== null && { to }) } }),
    ...(addedDays && { added: addedDays }),
    ...(publishedDays && { published: publishedDays }),
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(todo && { todo }),
  };
  if (tags.length + Object.keys(made).length === 0) return null;
  return { tags: [...tags], match_type: matchType, rules: made };
}

const mostMinutes = 100_000;

function numberOf(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,6}$/.test(text.trim())) return null;
  return Math.min(mostMinutes, Number(text));
}

function daysOf(days: Days | undefined, zone: string): Rules['added'] | null {
  if (days === undefined) return null;
  if (days.period !== 'between') return { days: days.period };
  if (days.from === '' && days.to === '') return null;
  return { ...(days.from !== '' && { from: days.from }), ...(days.to !== '' && { to: days.to }), zone };
}
