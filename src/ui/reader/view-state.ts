import type { VirtualItem } from '@tanstack/react-virtual';
import type { NoteAnchor } from '#lib/markdown/anchors.ts';
import type { PartPlace } from '#ui/document/use-parts.ts';

/** `nonce` tells repeated requests for one place apart. */
export type SourceTarget = { anchor: NoteAnchor; nonce: number } & SourceRequest;

/** `claim`: the statement that refers to the place; `back` gives the focus to its reference again. */
export type SourceRequest = { claim?: string | undefined; back?: (() => void) | undefined };

export type ScriptPlace = {
  query: string;
  /** Index of the chosen match; -1 without one. */
  chosen: number;
  /** The line from which a search continues. */
  from: number;
  following: boolean;
  /** The line that was linked to; -1 without one. */
  marked: number;
  offsetPx: number;
  /** Line heights, so that the offset keeps its meaning. */
  measured: VirtualItem[];
};

export type MapPlace = {
  folded: ReadonlySet<string>;
  activeId: string;
  /** Pan (px) and zoom. */
  view: { x: number; y: number; scale: number };
  full: boolean;
};

/** Kept while the page is open: tabs unmount when another opens. Not reactive. */
export type ViewState = {
  /** `nonce` of the last place shown. */
  reached: number;
  script: ScriptPlace | null;
  map: MapPlace | null;
  document: PartPlace | null;
};

export function createViewState(): ViewState {
  return { reached: 0, script: null, map: null, document: null };
}

export function isAhead(viewState: ViewState, target: SourceTarget | null, kind: NoteAnchor['kind']): boolean {
  return target !== null && target.anchor.kind === kind && target.nonce > viewState.reached;
}

/** The place to show now; each request is returned once. */
export function takePlace<Kind extends NoteAnchor['kind']>(
  viewState: ViewState,
  target: SourceTarget | null,
  kind: Kind,
): Extract<NoteAnchor, { kind: Kind }> | null {
  if (!target || !isAhead(viewState, target, kind)) return null;
  viewState.reached = target.nonce;
  return target.anchor as Extract<NoteAnchor, { kind: Kind }>;
}
