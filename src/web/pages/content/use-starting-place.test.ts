import { expect, test } from 'vitest';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { useStartingPlace } from './use-starting-place.ts';

const time: NoteAnchor = { kind: 'time', ms: 5000 };
const paragraph: NoteAnchor = { kind: 'paragraph', id: 3 };

test('the place of the link is gone to once, and that of another link again', async () => {
  const page = openPage();
  const went: unknown[] = [];
  const hook = await page.render(
    (start: NoteAnchor | null) => useStartingPlace(start, (anchor) => void went.push(anchor)),
    null as NoteAnchor | null,
  );
  await hook.update(time);
  await hook.update(time);
  await hook.update(null);
  await hook.update(time);
  await hook.update(paragraph);
  expect(went).toEqual([time, time, paragraph]);
});
