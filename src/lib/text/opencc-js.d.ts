declare module 'opencc-js/dict/*' {
  /** Entries `from to`, separated by `|`; if there are several targets, the first is the usual one. */
  const pairs: string;
  export default pairs;
}
