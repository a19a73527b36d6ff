import type { common } from './words/zh/common.ts';
import type { errors } from './words/zh/errors.ts';
import type { progress } from './words/zh/progress.ts';

/** All words of the interface by area. Each `words/zh.ts` adds its own: its keys are what `t` knows. */
export interface Words {
  common: typeof common;
  errors: typeof errors;
  progress: typeof progress;
}

/** Every Chinese key, every `{{value}}` of a text, and the singular (`_one`) of each plural (`_other`), which Chinese lacks. */
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
