import { Suspense, useEffect, useState } from 'react';
import { listenForDrags } from '#ui/drag/listen-for-drags.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { loadDrag, loadDragWords } from './load-drag.ts';

const DragLayer = lazyPart(async () => (await loadDrag()).DragLayer, { words: loadDragWords, quiet: true });

/** The code for drags is loaded when a pointer or the focus comes near the first record. */
export function DragHost() {
  const [near, setNear] = useState(false);
  useEffect(
    () =>
      listenForDrags(async () => {
        const [{ beginDrag }] = await Promise.all([loadDrag(), loadDragWords()]);
        setNear(true);
        return beginDrag;
      }),
    [],
  );
  return near ? (
    <Suspense>
      <DragLayer />
    </Suspense>
  ) : null;
}
