import { ExternalLink, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { playerOf, siteAddress, siteNameOf } from '#engine/sites/shared/embed.ts';
import type { ContentOverview } from '#features/contents/contract.ts';
import { formatClock } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Cover } from '#ui/cover.tsx';
import { EmbedPlayer } from '#ui/player/embed-player.tsx';
import { usePlayer, usePlayerState } from '#ui/player/player-context.tsx';

type SitePlayerProps = { detail: ContentOverview; embed: NonNullable<ContentOverview['embed']>; title: string };

export function SitePlayer({ detail, embed, title }: SitePlayerProps) {
  const { t } = useTranslation();
  const site = siteNameOf(embed);
  return (
    <>
      <EmbedPlayer
        video={embed}
        durationMs={(detail.durationSeconds ?? 0) * 1000}
        cover={
          <Cover src={detail.coverUrl} className="size-full rounded-none" fallback={<div className="size-full bg-sunken" />} />
        }
        label={t(($) => $.content.player.embed.label, { title, site })}
        playLabel={t(($) => $.content.player.embed.play, { title, site })}
        notice={t(($) => $.content.player.embed.notice, { host: new URL(playerOf(embed).origin).host })}
        failure={<EmbedFailure embed={embed} />}
      />
      <p className="hidden justify-end px-2 pt-1.5 text-xs text-soft beside:flex">
        <SiteLink embed={embed} />
      </p>
    </>
  );
}

function SiteLink({ embed }: { embed: SitePlayerProps['embed'] }) {
  const { t } = useTranslation();
  const second = usePlayerState((state) => Math.floor(state.timeMs / 1000));
  const site = siteNameOf(embed);
  return (
    <a
      href={siteAddress(embed, second * 1000)}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex items-center gap-1 rounded-sm underline decoration-line-strong underline-offset-4 tabular-nums hover:text-ink"
    >
      {second > 0
        ? t(($) => $.content.player.embed.openAt, { site, time: formatClock(second * 1000) })
        : t(($) => $.content.player.embed.open, { site })}
      <ExternalLink aria-hidden className="size-3.5" />
    </a>
  );
}

function EmbedFailure({ embed }: { embed: SitePlayerProps['embed'] }) {
  const { t } = useTranslation();
  const player = usePlayer();
  return (
    <>
      <p className="max-w-sm">{t(($) => $.content.player.embed.failed, { site: siteNameOf(embed) })}</p>
      <div className="flex flex-wrap items-center justify-center gap-3">
        <Button size="sm" onClick={() => player.reload()}>
          <RotateCw aria-hidden className="size-4" />
          {t(($) => $.content.player.retry)}
        </Button>
        <SiteLink embed={embed} />
      </div>
    </>
  );
}
