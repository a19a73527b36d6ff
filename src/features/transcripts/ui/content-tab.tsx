import type { ContentOverview } from '#features/contents/contract.ts';
import type { SourceTab } from '#ui/reader/source-tab.ts';
import { SubtitleTab } from './subtitle-tab.tsx';

export const subtitleTab: SourceTab<ContentOverview> = {
  id: 'subtitle',
  label: (t) => t(($) => $.transcripts.tab),
  isShown({ kind, timed, hasText, media, embed, ownWords, rejectedTracks }, running) {
    const isText = kind === 'page' || kind === 'document';
    const heard = media !== null || embed !== null || kind === 'video' || kind === 'audio';
    return timed || heard || ownWords || rejectedTracks.length > 0 || (running && !isText && !hasText);
  },
  Panel: (props) => (
    <div data-text-scope="subtitle">
      <SubtitleTab {...props} />
    </div>
  ),
  className: 'pt-3 pb-6',
};
