import { useTranslation } from 'react-i18next';
import { playerOf } from '#engine/sites/shared/embed.ts';
import type { ContentOverview } from '#features/contents/contract.ts';
import type { SeekMark } from '#ui/player/seek-bar.tsx';
import { MediaPlayer } from '../player/media-panel.tsx';
import type { Playable } from '../player/playable.ts';
import { PlayerFrame } from './player-frame.tsx';

type SourcePlayerProps = {
  detail: ContentOverview;
  playable: Playable;
  shown: boolean;
  phone: boolean;
  title: string;
  chapters: readonly SeekMark[];
  marks: readonly SeekMark[] | undefined;
};

export function SourcePlayer({ detail, playable, shown, phone, title, chapters, marks }: SourcePlayerProps) {
  const { t } = useTranslation();
  const embed = 'embed' in playable ? playable.embed : null;
  return (
    <PlayerFrame
      shown={shown}
      phone={phone}
      framed={embed !== null}
      title={title}
      durationMs={(detail.durationSeconds ?? 0) * 1000}
      notice={embed && t(($) => $.content.player.embed.notice, { host: new URL(playerOf(embed).origin).host })}
    >
      {(mini) => <MediaPlayer detail={detail} playable={playable} title={title} chapters={chapters} marks={marks} mini={mini} />}
    </PlayerFrame>
  );
}
