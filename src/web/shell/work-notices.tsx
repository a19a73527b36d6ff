import { DeletionNotice } from '#features/library/ui/deletion-notice.tsx';
import { TaggingNotice } from '#features/notes/ui/marks/tagging-notice.tsx';

export function WorkNotices() {
  return (
    <>
      <DeletionNotice />
      <TaggingNotice />
    </>
  );
}
