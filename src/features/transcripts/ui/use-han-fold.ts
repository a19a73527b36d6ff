import { useEffect, useState } from 'react';

type Fold = (text: string) => string;

const same: Fold = (text) => text;

/** Brings traditional and simplified characters together. Its table is loaded once somebody looks for Chinese. */
export function useHanFold(query: string): Fold {
  const [fold, setFold] = useState<Fold>(() => same);
  const wanted = fold === same && /\p{Script=Han}/u.test(query);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    import('#lib/fold-text.ts').then(
      ({ foldHan }) => {
        if (current) setFold(() => foldHan);
      },
      // Without a connection what is written alike is still found.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [wanted]);
  return fold;
}
