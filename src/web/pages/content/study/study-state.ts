import { useStore } from 'zustand/react';
import { createStore } from 'zustand/vanilla';

export const sideViews = ['script', 'chat', 'highlights'] as const;
export type SideView = (typeof sideViews)[number];

/** Widths in percent of all panes together; `source` is beside the note alone (`two`) or with a side pane as well (`three`). */
export type PaneShares = { two: number; three: number; side: number };

type StudyState = {
  side: SideView | null;
  /** Whether the pages of a document are shown beside the note. */
  document: boolean;
  shares: PaneShares;
  /** Whether the conversation covers a page that has no room for a pane; not remembered. */
  sheet: boolean;
  beside: boolean;
  textBeside: boolean;
};

export const shareLimits = { two: [26, 60], three: [22, 40], side: [22, 38] } as const;
export const usualShares: PaneShares = { two: 40, three: 30, side: 27 };

const key = 'gleaner.study';

/** The layout that this browser kept, as far as it makes sense. */
export function keptLayout(): Pick<StudyState, 'side' | 'document' | 'shares'> {
  let kept: { side?: unknown; document?: unknown; shares?: Partial<Record<keyof PaneShares, unknown>> } = {};
  try {
    kept = (JSON.parse(localStorage.getItem(key) ?? '{}') as typeof kept | null) ?? {};
  } catch {
    // Storage is refused, or holds something else.
  }
  return {
    side: sideViews.find((view) => view === kept.side) ?? null,
    document: kept.document === true,
    shares: {
      two: withinLimits('two', kept.shares?.two),
      three: withinLimits('three', kept.shares?.three),
      side: withinLimits('side', kept.shares?.side),
    },
  };
}

export function withinLimits(pane: keyof PaneShares, share: unknown): number {
  if (typeof share !== 'number' || !Number.isFinite(share)) return usualShares[pane];
  const [least, most] = shareLimits[pane];
  return Math.round(Math.min(most, Math.max(least, share)));
}

const study = createStore<StudyState>()(() => ({ ...keptLayout(), sheet: false, beside: false, textBeside: false }));

function keep(change: Partial<Pick<StudyState, 'side' | 'document' | 'shares'>>): void {
  study.setState(change);
  const { side, document, shares } = study.getState();
  try {
    localStorage.setItem(key, JSON.stringify({ side, document, shares }));
  } catch {
    // Without storage the layout lasts as long as the page.
  }
}

export function openSide(side: SideView | null): void {
  keep({ side });
}
export function showDocument(document: boolean): void {
  keep({ document });
}
/** `keepShares` stores them, at the end of a move. */
export function setShare(pane: keyof PaneShares, share: number): void {
  study.setState(({ shares }) => ({ shares: { ...shares, [pane]: withinLimits(pane, share) } }));
}
export function keepShares(): void {
  keep({});
}
/** When the page has room for a pane again, or turns out to have it after an early press, the conversation moves there. */
export function setBeside(beside: boolean): void {
  if (beside && study.getState().sheet) keep({ side: 'chat' });
  study.setState(beside ? { beside, sheet: false } : { beside });
}

export function setTextBeside(textBeside: boolean): void {
  study.setState({ textBeside });
}
export function isTextBeside(): boolean {
  return study.getState().textBeside;
}

export function useStudy<T>(select: (state: StudyState) => T): T {
  return useStore(study, select);
}

/** The views that the side pane can show, and the open one: without a script, a pane that shows the script counts as closed. */
export function useSide(hasScript: boolean): { views: readonly SideView[]; side: SideView | null } {
  const kept = useStudy((state) => state.side);
  const views = hasScript ? sideViews : sideViews.filter((view) => view !== 'script');
  return { views, side: views.find((view) => view === kept) ?? null };
}

/** Whether the conversation is open, in its pane or over the page. */
export function useChatOpen(): [boolean, (open: boolean) => void] {
  return [useStudy(({ beside, side, sheet }) => (beside ? side === 'chat' : sheet)), setChatOpen];
}

function setChatOpen(open: boolean): void {
  const { beside, side } = study.getState();
  if (!beside) study.setState({ sheet: open });
  else if (open) keep({ side: 'chat' });
  else if (side === 'chat') keep({ side: null });
}
