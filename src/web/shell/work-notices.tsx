import { DeletionNotice } from '#features/library/ui/deletion-notice.tsx';
import { TaggingNotice } from '#features/notes/ui/marks/tagging-notice.tsx';

/** Progress and end of what was begun with many contents, on every page. */
export function WorkNotices() {
  return (
    <>
      <DeletionNotice />
      <TaggingNotice />
    </>
  );
}
