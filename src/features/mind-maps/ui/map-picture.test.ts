import { describe, expect, it } from 'vitest';
import { mindMapOf } from '#lib/notes/mindmap.ts';
import { escapeXml } from '#lib/xml.ts';
import { layoutMindMap } from './layout.ts';
import { type MapTheme, mapPicture, pictureScale } from './map-picture.ts';

const theme: MapTheme = {
  background: '#fff',
  ink: '#111',
  paper: '#eee',
  faint: '#666',
  line: '#999',
  tile: { lightness: '0.9', chroma: '0.05', inkLightness: '0.3' },
  fontFamily: '"PingFang SC", sans-serif',
  lang: 'zh-CN',
};

function picture(note: string, title = 't'): string {
  const layout = layoutMindMap({
    root: mindMapOf(title, note),
    folded: new Set(),
    measure: () => (text) => text.length * 8,
    anchorLabel: () => null,
  });
  return mapPicture(layout, theme);
}

describe('CON-03 the picture of the map', () => {
  it('shows every label as text and carries the page language and font', () => {
    const svg = picture('## 章节\n\n- 要点一\n');
    expect(svg).toContain('>章节</tspan>');
    expect(svg).toContain('>要点一</tspan>');
    expect(svg).toContain('lang="zh-CN"');
    expect(svg).toContain('font-family="&quot;PingFang SC&quot;, sans-serif"');
  });

  it('draws thicker lines to chapters than to their points', () => {
    const lines = picture('## a\n\n- b\n- c\n').matchAll(/fill="none" stroke="oklch[^"]*" stroke-width="([\d.]+)"/g);
    expect(Array.from(lines, ([, width]) => Number(width)).toSorted((a, b) => a - b)).toEqual([1.5, 1.5, 2]);
  });

  it('labels cannot become elements, attributes or entities', () => {
    const hostile = '</text><script>alert(1)</script><image href="http://e.org/"/> &#60; ]]>';
    const svg = picture(`## \`${hostile}\``, hostile);
    expect(svg).not.toMatch(/href="/i);
    expect(svg.match(/<[a-z]+/gi)?.every((tag) => ['<svg', '<rect', '<path', '<text', '<tspan', '<circle'].includes(tag))).toBe(
      true,
    );
  });

  it('characters that XML forbids are left out', () => {
    expect(escapeXml('a\u0000b\u000bc\ud800d\t"\'&')).toBe('abc\ufffdd\t&quot;&apos;&amp;');
  });

  it('is three times its size, less only where a browser could not draw it', () => {
    expect(pictureScale({ width: 925, height: 766 })).toBe(3);
    const huge = { width: 1500, height: 60_000 };
    const scale = pictureScale(huge);
    expect(scale).toBeLessThan(3);
    expect(huge.height * scale).toBeLessThanOrEqual(32_000);
    expect(huge.width * huge.height * scale * scale).toBeLessThanOrEqual(130_000_001);
  });

  it('shows the time of a node behind its text, and the number of nodes below a folded one', () => {
    const layout = layoutMindMap({
      root: mindMapOf('t', '## One\n\n- a\n  - b\n\n## Two\n\n- c'),
      folded: new Set(['0.0']),
      measure: () => (text) => text.length * 8,
      anchorLabel: ({ text }) => (text === 'One' || text === 'c' ? '1:05' : null),
    });
    const svg = mapPicture(layout, theme);
    expect(
      [...svg.matchAll(/<tspan fill="([^"]+)" font-weight="400" font-size="(\d+)" dx="8">1:05</g)].map(([, ...all]) => all),
    ).toEqual([
      ['oklch(0.3 0.06 75)', '14'],
      ['#666', '13'],
    ]);
    const one = layout.nodes.find(({ node }) => node.id === '0.0');
    if (!one) throw new Error('No such node');
    const [x, y] = [one.x + one.width + 11, one.y + one.height / 2];
    expect(svg).toContain(
      `<circle cx="${x}" cy="${y}" r="10" fill="#fff" stroke="#999"/><text x="${x}" y="${y + 4}" text-anchor="middle" font-size="12" fill="#666">2</text>`,
    );
    expect(svg.match(/<circle/g)).toHaveLength(1);
  });
});
