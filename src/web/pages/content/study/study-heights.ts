import { clsx } from 'clsx';
import type { StudyMode } from './use-study-mode.ts';

/** The height that a player takes from the page where it sticks above the text. */
const playerHeights = {
  video: 'has-[[data-player-open]]:[--player-height:min(56.25cqw,var(--picture-max))]',
  audio: 'has-[[data-player-open]]:[--player-height:6.8125rem]',
  none: '',
};

/** `--top`: the header. `--bars`: all that sticks above the text. `--panel-height`: for panels that scroll by themselves. */
export function studyHeights(mode: StudyMode, player: keyof typeof playerHeights): string {
  const above = '[--player-height:0px]';
  if (mode === 'two' || mode === 'three') return clsx(above, '[--top:3.5rem] [--bars:6rem] [--panel-height:calc(100dvh-12rem)]');
  if (mode === 'stacked')
    return clsx(
      above,
      playerHeights[player],
      '[--top:3.5rem] [--bars:calc(6rem+var(--player-height))] [--panel-height:calc(100dvh-12rem-var(--player-height))]',
    );
  return clsx(
    above,
    '[--top:0px] [--bars:var(--large-player)] [--panel-height:calc(100dvh-var(--large-player)-12.5rem)]',
    '[--large-player:0px]',
    player === 'video' && 'has-[[data-player-open]]:[--large-player:calc(min(56.25cqw,var(--picture-max))+2.5rem)]',
    player === 'audio' && 'has-[[data-player-open]]:[--large-player:9.5625rem]',
    // The keyboard covers half of a phone's screen, so the player scrolls away while typing.
    'has-[.cm-editor]:[--large-player:0px]!',
  );
}
