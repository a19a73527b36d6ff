/** The map as self-contained SVG, from which the PNG is made. Labels are escaped, nothing is fetched. */
import { escapeXml } from '#lib/xml.ts';
import { anchorLine, baselineY, branchHue, descendantCount, textX, togglePoint } from './geometry.ts';
import { levelStyle, type MindMapLayout, type PlacedNode } from './layout.ts';

export type MapTheme = {
  background: string;
  ink: string;
  paper: string;
  faint: string;
  line: string;
  /** `oklch()` components; the hue is the section's. */
  tile: { lightness: string; chroma: string; inkLightness: string };
  fontFamily: string;
  /** Without it a browser may choose another Chinese font, whose labels would not fit. */
  lang: string;
};

function nodeMarkup(placed: PlacedNode, theme: MapTheme): string {
  const style = levelStyle(placed.depth);
  const hue = branchHue(placed.branch);
  const { tile } = theme;
  const fill = placed.depth === 0 ? theme.ink : placed.depth === 1 ? `oklch(${tile.lightness} ${tile.chroma} ${hue})` : null;
  const ink = placed.depth === 0 ? theme.paper : placed.depth === 1 ? `oklch(${tile.inkLightness} 0.06 ${hue})` : theme.ink;
  const parts: string[] = [];
  if (fill) {
    parts.push(
      `<rect x="${placed.x}" y="${placed.y}" width="${placed.width}" height="${placed.height}" rx="8" fill="${escapeXml(fill)}"/>`,
    );
  }
  const x = textX(placed);
  const anchor = placed.anchorLabel
    ? `<tspan fill="${escapeXml(placed.depth < 2 ? ink : theme.faint)}" font-weight="400" font-size="${style.fontSize - 1}"${placed.anchorOwnLine ? ` x="${x}" y="${baselineY(placed, anchorLine(placed))}"` : ' dx="8"'}>${escapeXml(placed.anchorLabel)}</tspan>`
    : '';
  const lines = placed.lines.map((line, index) => {
    const last = index === placed.lines.length - 1 ? anchor : '';
    return `<tspan x="${x}" y="${baselineY(placed, index)}">${escapeXml(line)}</tspan>${last}`;
  });
  parts.push(
    `<text font-size="${style.fontSize}" font-weight="${style.fontWeight}" fill="${escapeXml(ink)}">${lines.join('')}</text>`,
  );
  if (placed.folded) {
    const { x: cx, y: cy } = togglePoint(placed);
    parts.push(
      `<circle cx="${cx}" cy="${cy}" r="10" fill="${escapeXml(theme.background)}" stroke="${escapeXml(theme.line)}"/>`,
      `<text x="${cx}" y="${cy + 4}" text-anchor="middle" font-size="12" fill="${escapeXml(theme.faint)}">${descendantCount(placed.node)}</text>`,
    );
  }
  return parts.join('');
}

export function mapPicture(layout: MindMapLayout, theme: MapTheme): string {
  const edges = layout.edges
    .map(
      (edge) =>
        `<path d="${edge.path}" fill="none" stroke="oklch(0.64 0.085 ${branchHue(edge.branch)})" stroke-width="${edge.depth === 1 ? 2 : 1.5}"/>`,
    )
    .join('');
  const nodes = layout.nodes.map((placed) => nodeMarkup(placed, theme)).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" lang="${escapeXml(theme.lang)}" xml:lang="${escapeXml(theme.lang)}" width="${layout.width}" height="${layout.height}" ` +
    `viewBox="0 0 ${layout.width} ${layout.height}" font-family="${escapeXml(theme.fontFamily)}" style="font-variant-numeric: tabular-nums">` +
    `<rect width="100%" height="100%" fill="${escapeXml(theme.background)}"/>${edges}${nodes}</svg>`
  );
}

/** Beyond the canvas limits of browsers the picture would be blank. */
const maxSide = 32_000;
const maxArea = 130_000_000;

export function pictureScale(size: { width: number; height: number }, wanted = 3): number {
  const bySide = maxSide / Math.max(1, size.width, size.height);
  const byArea = Math.sqrt(maxArea / Math.max(1, size.width * size.height));
  return Math.min(wanted, bySide, byArea);
}
