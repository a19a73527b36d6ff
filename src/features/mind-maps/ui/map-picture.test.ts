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
});
