import { useEffect, useState } from 'react';

type Fold = (text: string) => string;

const same: Fold = (text) => text;

/** Folds traditional and simplified Chinese; the table loads on use. */
export function useHanFold(query: string): Fold {
  const [fold, setFold] = useState<Fold>(() => same);
  const wanted = fold === same && /\p{Script=Han}/u.test(query);
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    import('#lib/text/traditional-and-simplified.ts').then(
      ({ foldHan }) => {
        if (current) setFold(() => foldHan);
      },
      // Without a connection exact matches still work.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [wanted]);
  return fold;
}
