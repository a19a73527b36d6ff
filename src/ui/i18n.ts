/** The interface's words: what a component asks for them with, and where the application puts them. */
import { useSyncExternalStore } from 'react';

/** What there is to say; the application adds `words` to it, the catalogue of its language of reference. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Vocabulary {}

type Words = Vocabulary extends { words: infer W } ? W : Record<string, never>;

/** The catalogue as a selector sees it: `x_other` is asked for as `x`, and needs a `count`. */
type Selectable<T> = {
  readonly [K in keyof T as K extends `${infer Base}_other` ? Base : K]: T[K] extends string
    ? K extends `${string}_other`
      ? `${T[K]}{{count}}`
      : T[K]
    : Selectable<T[K]>;
};

type Names<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : never;

type Values = Readonly<Record<string, string | number>>;

/** Every `{{value}}` of a text has to be given; a text without any takes none. */
type Given<Text extends string> = [Names<Text>] extends [never]
  ? [values?: Values]
  : [values: Readonly<Record<Names<Text>, string | number>>];

export type Translation = {
  readonly language: string;
  /** One text, its values filled in; a `count` is written as the language writes numbers. A missing key or value is a type error. */
  readonly t: <Text extends string>(select: (words: Selectable<Words>) => Text, ...given: Given<Text>) => string;
  /** The text of a name that is known only when it comes, such as an error's code; null when there is none. */
  readonly named: (path: string, values?: Values) => string | null;
};

type Plural = { readonly plural: ReadonlyMap<string, string> };
type Leaf = string | Plural;
type Tree = { [name: string]: Leaf | Tree };

/** Words that the chosen language lacks are said in this one. */
const reference = 'zh';

const trees = new Map<string, Tree>();
const listeners = new Set<() => void>();
let current = translationOf(reference);

function isPlural(value: unknown): value is Plural {
  return typeof value === 'object' && value !== null && 'plural' in value && value.plural instanceof Map;
}

function grow(tree: Tree, words: object): Tree {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value !== 'string') {
      const inner = tree[key];
      tree[key] = grow(typeof inner === 'object' && !isPlural(inner) ? inner : {}, value);
      continue;
    }
    const [, base, form] = /^(.+)_(zero|one|two|few|many|other)$/.exec(key) ?? [];
    if (base === undefined || form === undefined) {
      tree[key] = value;
      continue;
    }
    const known = tree[base];
    tree[base] = { plural: new Map([...(isPlural(known) ? known.plural : []), [form, value]]) };
  }
  return tree;
}

/** Adds words of a language, by area: `{ errors: { … } }`. */
export function addWords(language: string, words: object): void {
  trees.set(language, grow(trees.get(language) ?? {}, words));
}

export function hasWords(language: string, area: string): boolean {
  return trees.get(language)?.[area] !== undefined;
}

/** From now on everything is said in this language; its words are there already. */
export function showLanguage(language: string): void {
  current = translationOf(language);
  for (const listener of listeners) listener();
}

export function shownLanguage(): string {
  return current.language;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTranslation(): Translation {
  return useSyncExternalStore(subscribe, read, read);
}

/** What `useTranslation` gives now, for what is not a component. */
export function read(): Translation {
  return current;
}

function inside(tree: unknown, name: string): unknown {
  return typeof tree === 'object' && tree !== null && Object.hasOwn(tree, name) ? (tree as Tree)[name] : undefined;
}

function fill(text: string, values: Values | undefined): string {
  return values === undefined ? text : text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

function translationOf(language: string): Translation {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const order = language === reference ? [language] : [language, reference];

  /** Words whose area is not loaded are none: that is no reason to lose the page. */
  function find<T>(select: (tree: Tree) => T): T | undefined {
    for (const name of order) {
      try {
        const found = select(trees.get(name) ?? {});
        if (found !== undefined) return found;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
      }
    }
    return undefined;
  }

  function say(leaf: unknown, values: Values | undefined): string | null {
    if (typeof leaf === 'string') return fill(leaf, values);
    if (!isPlural(leaf)) return null;
    const form = rules.select(Number(values?.count ?? 0));
    const text = leaf.plural.get(form) ?? leaf.plural.get('other');
    return text === undefined ? null : fill(text, { ...values, count: numbers.format(Number(values?.count ?? 0)) });
  }

  return {
    language,
    t: (select, ...given) => say(find(select as (tree: object) => unknown), given[0]) ?? '',
    named: (path, values) =>
      say(
        find((tree) => path.split('.').reduce<unknown>(inside, tree)),
        values,
      ),
  };
}
