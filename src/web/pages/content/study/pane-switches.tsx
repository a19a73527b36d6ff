import { PanelLeftClose, PanelLeftOpen, PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/button.tsx';
import { openSide, type SideView, showDocument } from './study-state.ts';

export type PlayerSwitch = { shown: boolean; onChange: (shown: boolean) => void };

type PaneSwitchesProps = {
  player: PlayerSwitch | null;
  /** Whether the document is shown beside the note; null where there is none, or no room. */
  document: boolean | null;
  /** Whether the side pane is open; null where there is no room. */
  side: boolean | null;
  /** The view that it opens with. */
  first: SideView;
};

export function PaneSwitches({ player, document, side, first }: PaneSwitchesProps) {
  const { t } = useTranslation();
  return (
    <>
      {player ? (
        <IconButton
          size="sm"
          label={player.shown ? t(($) => $.content.player.hide) : t(($) => $.content.player.show)}
          onClick={() => player.onChange(!player.shown)}
        >
          {player.shown ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
        </IconButton>
      ) : null}
      {document === null ? null : (
        <IconButton
          size="sm"
          label={document ? t(($) => $.content.study.hideDocument) : t(($) => $.content.study.showDocument)}
          onClick={() => showDocument(!document)}
        >
          {document ? <PanelLeftClose aria-hidden /> : <PanelLeftOpen aria-hidden />}
        </IconButton>
      )}
      {side === null ? null : (
        <IconButton
          size="sm"
          aria-expanded={side}
          label={side ? t(($) => $.content.study.closeSide) : t(($) => $.content.study.openSide)}
          onClick={() => openSide(side ? null : first)}
        >
          {side ? <PanelRightClose aria-hidden /> : <PanelRightOpen aria-hidden />}
        </IconButton>
      )}
    </>
  );
}
