import { memo } from 'react';
import { anchorLine, baselineY, branchHue, descendantCount, textX, togglePoint } from './geometry.ts';
import { levelStyle, type PlacedNode } from './layout.ts';

type MapNodeProps = {
  placed: PlacedNode;
  active: boolean;
  current: boolean;
  anchorHint: string | null;
  /** Ids of the elements in its open card that describe the node. */
  describedBy: string | undefined;
};

function colours(placed: PlacedNode): { fill: string | undefined; ink: string; anchor: string } {
  const hue = branchHue(placed.branch);
  if (placed.depth === 0) return { fill: 'var(--ink)', ink: 'var(--paper)', anchor: 'var(--paper)' };
  if (placed.depth === 1) {
    const ink = `oklch(var(--tile-ink-lightness) 0.06 ${hue})`;
    return { fill: `oklch(var(--tile-lightness) var(--tile-chroma) ${hue})`, ink, anchor: ink };
  }
  return { fill: undefined, ink: 'var(--ink)', anchor: 'var(--faint)' };
}

/** A text label; the tree handles clicks and keys by `data-node`. */
export const MapNode = memo(function MapNode({ placed, active, current, anchorHint, describedBy }: MapNodeProps) {
  const { node, depth } = placed;
  const style = levelStyle(depth);
  const { fill, ink, anchor } = colours(placed);
  const x = textX(placed);
  const foldable = depth > 0 && node.children.length > 0;
  // The accessible name includes the number of folded nodes.
  const hidden = foldable && placed.folded ? String(descendantCount(node)) : null;
  return (
    <g
      role="treeitem"
      tabIndex={active ? 0 : -1}
      data-node={node.id}
      aria-level={depth + 1}
      aria-setsize={placed.setSize}
      aria-posinset={placed.position}
      aria-expanded={foldable ? !placed.folded : undefined}
      aria-current={current ? 'time' : undefined}
      aria-describedby={describedBy}
      aria-label={[node.text, placed.anchorLabel, hidden, anchorHint && `· ${anchorHint}`].filter(Boolean).join(' ')}
      className="group/node cursor-pointer outline-none"
    >
      <rect
        x={placed.x}
        y={placed.y}
        width={placed.width}
        height={placed.height}
        rx={8}
        fill={fill ?? (current ? 'var(--accent-soft)' : 'transparent')}
        className={fill ? undefined : 'transition-[fill] group-hover/node:fill-hover'}
      />
      {current && fill ? (
        <rect
          x={placed.x}
          y={placed.y}
          width={placed.width}
          height={placed.height}
          rx={8}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={2}
        />
      ) : null}
      <rect
        x={placed.x - 2}
        y={placed.y - 2}
        width={placed.width + 4}
        height={placed.height + 4}
        rx={10}
        fill="none"
        stroke="var(--focus)"
        strokeWidth={2}
        className="opacity-0 group-focus-visible/node:opacity-100"
      />
      <text fontSize={style.fontSize} fontWeight={style.fontWeight} fill={ink} aria-hidden>
        {placed.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text have no other identity
          <tspan key={index} x={x} y={baselineY(placed, index)}>
            {`${line} `}
          </tspan>
        ))}
        {placed.anchorLabel ? (
          <tspan
            data-place
            fill={anchor}
            fontWeight={400}
            fontSize={style.fontSize - 1}
            {...(placed.anchorOwnLine ? { x, y: baselineY(placed, anchorLine(placed)) } : { dx: 4 })}
          >
            {`${placed.anchorLabel} `}
          </tspan>
        ) : null}
      </text>
      {foldable ? <Toggle placed={placed} /> : null}
    </g>
  );
});

/** For pointers only; keyboards and screen readers use the tree item. */
function Toggle({ placed }: { placed: PlacedNode }) {
  const { x, y } = togglePoint(placed);
  return (
    <g data-toggle aria-hidden>
      <circle cx={x} cy={y} r={16} fill="transparent" />
      <circle cx={x} cy={y} r={10} fill="var(--surface)" stroke={placed.folded ? 'var(--line-strong)' : 'var(--line)'} />
      {placed.folded ? (
        <text x={x} y={y + 4} textAnchor="middle" fontSize={12} fill="var(--soft)">
          {descendantCount(placed.node)}
        </text>
      ) : (
        <path d={`M${x - 4} ${y}h8`} stroke="var(--soft)" strokeWidth={1.5} />
      )}
    </g>
  );
}
