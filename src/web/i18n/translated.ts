/**
 * What a translation of a catalogue must hold: every key of the Chinese one, every `{{value}}` of its text, and the
 * singular (`_one`) of each plural (`_other`), which Chinese does without.
 */
export type Translated<T> = {
  [K in keyof T]: T[K] extends string ? WithValues<ValuesOf<T[K]>> : Translated<T[K]>;
} & {
  [K in keyof T as K extends `${infer Base}_other` ? `${Base}_one` : never]: string;
};

type ValuesOf<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | ValuesOf<Rest> : never;

type WithValues<Names extends string> = [Names] extends [never]
  ? string
  : Intersection<Names extends string ? `${string}{{${Names}}}${string}` : never>;

type Intersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void ? I : never;
