import type { VirtualItem } from '@tanstack/react-virtual';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';

/** The place in the source that was asked for; `nonce` tells a second request for the same place from the first. */
export type SourceTarget = { anchor: NoteAnchor; nonce: number };

/** Where a script was read, and what was looked for in it. */
export type ScriptPlace = {
  query: string;
  /** Number of the match that was chosen; -1 without one. */
  chosen: number;
  /** The line from where a query looks on. */
  from: number;
  following: boolean;
  /** The line that was gone to; -1 without one. */
  marked: number;
  offsetPx: number;
  /** How tall the lines are that were drawn, so that the offset means the same again. */
  measured: VirtualItem[];
};

export type MapPlace = {
  folded: ReadonlySet<string>;
  activeId: string /** Pan (px) and zoom. */;
  view: { x: number; y: number; scale: number };
};

/**
 * What a reader finds again on coming back to a tab of one content. A tab is taken down when another is opened; this
 * stays for as long as the page does. Writing to it draws nothing.
 */
export type ViewState = {
  /** `nonce` of the place that was gone to last; 0 before the first. */
  reached: number;
  script: ScriptPlace | null;
  map: MapPlace | null;
};

export function createViewState(): ViewState {
  return { reached: 0, script: null, map: null };
}

/** Has the place been asked for, and not been gone to yet? */
export function isAhead(viewState: ViewState, target: SourceTarget | null, kind: NoteAnchor['kind']): boolean {
  return target !== null && target.anchor.kind === kind && target.nonce > viewState.reached;
}

/** The place to go to now, of this kind: given once for each time it was asked for, however often its tab is opened. */
export function takePlace<Kind extends NoteAnchor['kind']>(
  viewState: ViewState,
  target: SourceTarget | null,
  kind: Kind,
): Extract<NoteAnchor, { kind: Kind }> | null {
  if (!target || !isAhead(viewState, target, kind)) return null;
  viewState.reached = target.nonce;
  return target.anchor as Extract<NoteAnchor, { kind: Kind }>;
}
