const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** `Firefox · Windows`; null when nothing is recognised. */
export function deviceOf(userAgent: string | null): { name: string | null; isPhone: boolean } {
  const find = (known: readonly [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const system = find(systems);
  const parts = [find(browsers), system].filter((part) => part !== undefined);
  return {
    name: parts.length === 0 ? null : parts.join(' · '),
    isPhone: system === 'iPhone' || (system === 'Android' && /Mobile/.test(userAgent ?? '')),
  };
}
