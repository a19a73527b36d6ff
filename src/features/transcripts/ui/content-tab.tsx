import { videoSites } from '#engine/sites/shared/video-sites.ts';
import type { ContentOverview } from '#features/contents/contract.ts';
import { parseHttpUrl } from '#lib/urls.ts';
import type { SourceTab } from '#ui/reader/source-tab.ts';
import { SubtitleTab } from './subtitle-tab.tsx';

const spokenFile =
  /\.(?:mp4|m4[vab]|mov|qt|3gp|3g2|mkv|mka|webm|weba|mp3|wave?|og[gav]|opus|flac|aac|m?ts|m2ts|avi|wmv|wma|flv|mpe?g|aif[fc]?|amr|srt|vtt|ass|ssa|ttml|lrc)$/i;

/** Before the source is read its name says whether it is spoken; a tab shown for a text would vanish while the text is read. */
function soundsLikely({ originalFile, sourceUrl }: Pick<ContentOverview, 'originalFile' | 'sourceUrl'>): boolean {
  if (originalFile !== null) return spokenFile.test(originalFile.name);
  const address = sourceUrl === null ? null : parseHttpUrl(sourceUrl);
  if (address === null) return false;
  return spokenFile.test(address.pathname) || Object.values(videoSites).some((site) => site.addressAt(address, 0) !== null);
}

export const subtitleTab: SourceTab<ContentOverview> = {
  id: 'subtitle',
  label: (t) => t(($) => $.transcripts.tab),
  isShown(detail, running) {
    const { kind, timed, media, embed, ownWords, rejectedTracks } = detail;
    const heard = media !== null || embed !== null || kind === 'video' || kind === 'audio';
    return timed || heard || ownWords || rejectedTracks.length > 0 || (running && kind === null && soundsLikely(detail));
  },
  Panel: (props) => (
    <div data-text-scope="subtitle">
      <SubtitleTab {...props} />
    </div>
  ),
  className: 'pt-3 pb-6',
};
