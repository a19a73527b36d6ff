declare module 'opencc-js/dict/*' {
  /** `from to`, parted by `|`; where there are several, the first one is the usual one. */
  const pairs: string;
  export default pairs;
}
