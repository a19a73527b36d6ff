import type { RecordRow } from '#features/library/ui/use-records.ts';
import { isIcon } from '#ui/cover.tsx';

type WithCover = Pick<RecordRow, 'cover_url'>;

export const skeletonCount = 3;

export const hasPicture = ({ cover_url }: WithCover) => cover_url !== null && !isIcon(cover_url);

export const picturesOf = (rows: readonly WithCover[]): boolean[] => rows.slice(0, skeletonCount).map(hasPicture);

/** Whether each skeleton has a picture, as on the last visit, so that the skeleton matches what will load. */
export function skeletonPictures(last: readonly unknown[]): boolean[] {
  return Array.from({ length: skeletonCount }, (_, index) => last[index] === true);
}
