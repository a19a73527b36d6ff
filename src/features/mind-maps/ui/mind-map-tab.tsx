import { Network } from 'lucide-react';
import { Dialog } from 'radix-ui';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { LinkTarget } from '#engine/sites/shared/link-to-place.ts';
import { type MindMapNode, mindMapOf } from '#lib/notes/mindmap.ts';
import { shortenText } from '#lib/text/cut-text.ts';
import { useCloseOnBack } from '#ui/browser/use-close-on-back.ts';
import { indexAt } from '#ui/player/index-at.ts';
import { usePlayerState } from '#ui/player/player-context.tsx';
import { useSourceNavigation } from '#ui/reader/source-navigation.tsx';
import type { ViewState } from '#ui/reader/view-state.ts';
import { EmptyState } from '#ui/states.tsx';
import { branchHue } from './geometry.ts';
import { levelStyle, type PlacedEdge, type PlacedNode } from './layout.ts';
import { MapExports } from './map-exports.tsx';
import { MapNode } from './map-node.tsx';
import { MapToolbar } from './map-toolbar.tsx';
import { type TreeKey, treeMove } from './tree-keys.ts';
import { useFolds, useViewAfterFolds } from './use-folds.ts';
import { useMapCard } from './use-map-card.tsx';
import { useMapLayout } from './use-map-layout.ts';
import { type MapView, useMapView } from './use-map-view.ts';
import { bringIntoSight } from './view-box.ts';

type MindMapTabProps = {
  title: string;
  note: string | null;
  target: LinkTarget;
  viewState: ViewState;
};

export function MindMapTab({ title, note, target, viewState }: MindMapTabProps) {
  const { t } = useTranslation();
  const root = useMemo(() => mindMapOf(shortenText(title, maxTrunk), note ?? ''), [title, note]);
  const [full, setFull] = useState(false);
  const inline = useRef<HTMLDivElement>(null);
  if (root.children.length > 0) {
    const map = (
      <MindMap root={root} title={title} target={target} viewState={viewState} full={full} onFull={() => setFull(!full)} />
    );
    return (
      <div ref={inline}>
        {full ? <div aria-hidden className="h-[calc(var(--panel-height)+2.5rem)] min-h-90" /> : map}
        <FullWindow
          open={full}
          title={root.text}
          onClose={() => setFull(false)}
          onClosed={() => inline.current?.querySelector<HTMLElement>('[data-map-full]')?.focus({ preventScroll: true })}
        >
          {map}
        </FullWindow>
      </div>
    );
  }
  return (
    <EmptyState
      icon={<Network />}
      title={note ? t(($) => $.mindMaps.flat) : t(($) => $.mindMaps.empty)}
      description={note ? t(($) => $.mindMaps.flatHint) : t(($) => $.mindMaps.emptyHint)}
    />
  );
}

const maxTrunk = 60;

type FullWindowProps = { open: boolean; title: string; onClose: () => void; onClosed: () => void; children: ReactNode };

/** A portal: the page's layout container would otherwise be the containing block of `fixed`. */
function FullWindow({ open, title, onClose, onClosed, children }: FullWindowProps) {
  useCloseOnBack(open, onClose);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className="fixed inset-0 z-50 flex animate-fade-in flex-col bg-paper p-3 [--panel-height:calc(100dvh-5rem)] focus:outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type MindMapProps = {
  root: MindMapNode;
  title: string;
  target: LinkTarget;
  viewState: ViewState;
  full: boolean;
  onFull: () => void;
};

function MindMap({ root, title, target, viewState, full, onFull }: MindMapProps) {
  const { t } = useTranslation();
  const { goTo, words } = useSourceNavigation();
  const folds = useFolds(root, viewState.map?.folded);
  const { folded } = folds;
  const [activeId, setActiveId] = useState(viewState.map?.activeId ?? root.id);
  const { layout, layoutOfPicture, frame } = useMapLayout(root, folded);
  const [pointedId, setPointedId] = useState<string | null>(null);
  const view = useMapView(layout);
  const svg = view.mapRef;
  const byId = useMemo(() => new Map(layout.nodes.map((placed) => [placed.node.id, placed])), [layout]);
  const currentId = useCurrentNode(layout.nodes);
  const card = useMapCard(svg, (id) => byId.get(id)?.node);
  const active = byId.has(activeId) ? activeId : root.id;
  const pointed = pointedId === null ? undefined : byId.get(pointedId);

  const showFirst = useEffectEvent(() => {
    const before = viewState.map;
    // The other size (tab or full window) needs another view.
    if (before?.full === full) view.move(before.view);
    else view.fit(false);
  });
  const keepPlace = useEffectEvent(() => {
    viewState.map = { folded, activeId: active, view: view.view(), full };
  });
  useLayoutEffect(() => {
    if (!view.ready) return;
    showFirst();
    return () => keepPlace();
  }, [view.ready]);

  useViewAfterFolds(folds, byId, view);
  // Stored before the map that replaces this one mounts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a change of folds only
  useEffect(() => {
    if (view.ready) keepPlace();
  }, [folded]);

  function toggle(id: string, fold?: boolean): void {
    const placed = byId.get(id);
    if (placed) folds.toggle(placed, fold);
  }

  function foldAll(fold: boolean): void {
    folds.foldAll(fold);
    setActiveId(root.id);
  }

  function activate(placed: PlacedNode): void {
    card.close();
    if (placed.node.anchor) goTo(placed.node.anchor, { claim: placed.node.text });
    else toggle(placed.node.id);
  }

  function handleClick(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const id = target?.closest('[data-node]')?.getAttribute('data-node');
    const placed = id ? byId.get(id) : undefined;
    if (!placed) return;
    setActiveId(placed.node.id);
    if (target?.closest('[data-toggle]')) toggle(placed.node.id);
    else if (!card.tapped(placed.node)) activate(placed);
  }

  function focusNode(id: string): void {
    const placed = byId.get(id);
    if (!placed) return;
    setActiveId(id);
    svg.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  }

  /** The map does not scroll by itself when Tab reaches a hidden node. */
  function handleFocus(event: FocusEvent): void {
    const id = event.target.getAttribute('data-node');
    const placed = id ? byId.get(id) : undefined;
    if (!placed || !event.target.matches(':focus-visible')) return;
    setPointedId(placed.node.id);
    view.move(bringIntoSight(view.view(), placed, view.port()), true);
    card.reach(placed.node);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const placed = byId.get(active);
    if (placed) actOnKey(event, { placed, nodes: layout.nodes, view, enterCard: card.enterCard, activate, toggle, focusNode });
  }

  return (
    <div className="relative">
      <MapToolbar
        view={view}
        anyFolded={folded.size > 0}
        onFoldAll={foldAll}
        full={full}
        onFull={onFull}
        exports={<MapExports title={title} root={root} layoutOf={layoutOfPicture} svg={svg} target={target} />}
      />
      <div
        ref={view.portRef}
        style={full ? undefined : frame}
        className="relative h-(--panel-height) min-h-80 cursor-grab touch-none overflow-clip rounded-lg border border-line bg-surface select-none active:cursor-grabbing"
      >
        <svg
          ref={svg}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the drawing is the tree; its groups are the items
          role="tree"
          aria-label={t(($) => $.mindMaps.label, { title: root.text })}
          width={layout.width}
          height={layout.height}
          onClick={handleClick}
          onFocus={handleFocus}
          onBlur={() => setPointedId(null)}
          onKeyDown={handleKeyDown}
          {...card.pointer}
          onPointerMove={(event) => setPointedId(nodeIdAt(event.target))}
          onPointerLeave={() => setPointedId(null)}
          className="absolute top-0 left-0 max-w-none overflow-visible origin-top-left tabular-nums"
        >
          <Edges edges={layout.edges} />
          {layout.nodes.map((placed) => (
            <MapNode
              key={placed.node.id}
              placed={placed}
              active={placed.node.id === active}
              current={placed.node.id === currentId}
              describedBy={placed.node.id === card.openId ? card.describedBy : undefined}
              anchorHint={placed.node.anchor ? words.hintOf(placed.node.anchor, placed.node.page) : null}
            />
          ))}
          {pointed?.cut ? <WholeText placed={pointed} /> : null}
        </svg>
      </div>
      {card.card}
      <p className="mt-2 hidden text-xs text-faint pointer-coarse:block">{t(($) => $.mindMaps.helpTouch)}</p>
      <p className="mt-2 hidden text-xs text-faint md:pointer-fine:block">{t(($) => $.mindMaps.help)}</p>
    </div>
  );
}

type KeyActions = {
  placed: PlacedNode;
  nodes: readonly PlacedNode[];
  view: MapView;
  enterCard: () => boolean;
  activate: (placed: PlacedNode) => void;
  toggle: (id: string, fold?: boolean) => void;
  focusNode: (id: string) => void;
};

function actOnKey(event: KeyboardEvent, { placed, nodes, view, enterCard, activate, toggle, focusNode }: KeyActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { id } = placed.node;
  switch (event.key) {
    case 'Enter':
      activate(placed);
      break;
    case 'Tab':
      if (event.shiftKey || !enterCard()) return;
      break;
    case ' ':
      toggle(id);
      break;
    case '+':
    case '=':
      view.zoomBy(1.25);
      break;
    case '-':
      view.zoomBy(0.8);
      break;
    case '0':
      view.fit();
      break;
    default: {
      const step = treeMove(nodes, id, event.key as TreeKey);
      if (!step) return;
      if (step.type === 'focus') focusNode(step.id);
      else toggle(id, step.type === 'fold');
    }
  }
  event.preventDefault();
  event.stopPropagation();
}

function nodeIdAt(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest('[data-node]')?.getAttribute('data-node') ?? null) : null;
}

/** The whole text over a node whose label is cut. Screen readers get it as the node's name. */
function WholeText({ placed: { node, depth, x, y, width } }: { placed: PlacedNode }) {
  const { fontSize, lineHeight, padX, padY } = levelStyle(depth);
  return (
    <foreignObject
      aria-hidden
      x={x}
      y={y}
      width={Math.max(width, 340)}
      height={1}
      className="pointer-events-none overflow-visible"
    >
      <div
        data-whole-text
        style={{ fontSize, lineHeight: `${lineHeight}px`, padding: `${padY}px ${padX}px` }}
        className="animate-fade-in rounded-md bg-surface text-ink shadow-overlay [overflow-wrap:anywhere]"
      >
        {node.text}
      </div>
    </foreignObject>
  );
}

function Edges({ edges }: { edges: readonly PlacedEdge[] }) {
  return (
    <g aria-hidden fill="none">
      {edges.map((edge) => (
        <path
          key={edge.id}
          d={edge.path}
          stroke={`oklch(0.64 0.085 ${branchHue(edge.branch)})`}
          strokeWidth={edge.depth === 1 ? 2 : 1.5}
        />
      ))}
    </g>
  );
}

/** The latest visible node whose time has begun; null when nothing plays. */
function useCurrentNode(nodes: readonly PlacedNode[]): string | null {
  const timed = useMemo(
    () =>
      nodes
        .flatMap(({ node }) => (node.anchor?.kind === 'time' ? [{ startMs: node.anchor.ms, id: node.id }] : []))
        .toSorted((a, b) => a.startMs - b.startMs),
    [nodes],
  );
  return usePlayerState((state) => (state.timeMs > 0 ? (timed[indexAt(timed, state.timeMs)]?.id ?? null) : null));
}
