import { type CSSProperties, useMemo } from 'react';
import { anchorLabelOf } from '#lib/notes/anchor-label.ts';
import type { MindMapNode } from '#lib/notes/mindmap.ts';
import { useMediaQuery } from '#ui/browser/use-media-query.ts';
import { layoutMindMap, levelStyle, type MindMapLayout } from './layout.ts';
import { cachedMeasure, type Measure } from './wrap-text.ts';

/** The most lines of a node below a chapter; the rest is shown on hover and focus. A phone has more room below than beside. */
const leafLines = 2;
const narrowLeafLines = 4;
/** What a phone's screen has beside the frame: the page's header, and the bars at the bottom. */
const phoneRestRem = 22;
const none: ReadonlySet<string> = new Set();

type Layouts = {
  layout: MindMapLayout;
  /** With whole texts, and as wide as on a desk. */
  layoutOfPicture: () => MindMapLayout;
  /**
   * On a phone: no higher than the whole map, or the frame would be empty, and ending above the bars, from below which no finger
   * in the frame could bring it up.
   */
  frame: CSSProperties | undefined;
};

export function useMapLayout(root: MindMapNode, folded: ReadonlySet<string>): Layouts {
  const measure = useMeasure();
  const narrow = useMediaQuery('(width < 480px)');
  const drawing = useMemo(
    () => ({ root, measure, anchorLabel: anchorLabelOf, leafLines: narrow ? narrowLeafLines : leafLines, narrow }),
    [root, measure, narrow],
  );
  const layout = useMemo(() => layoutMindMap({ ...drawing, folded }), [drawing, folded]);
  const frame = useMemo(
    () =>
      narrow
        ? { height: `clamp(20rem, ${layoutMindMap({ ...drawing, folded: none }).height}px, 100dvh - ${phoneRestRem}rem)` }
        : undefined,
    [drawing, narrow],
  );
  return { layout, frame, layoutOfPicture: () => layoutMindMap({ root, folded, measure, anchorLabel: anchorLabelOf }) };
}

function useMeasure(): (depth: number) => Measure {
  return useMemo(() => {
    const context = document.createElement('canvas').getContext('2d');
    const family = getComputedStyle(document.body).fontFamily;
    const byDepth = [0, 1, 2, 3].map((depth) => {
      const style = levelStyle(depth);
      return cachedMeasure((text) => {
        if (!context) return text.length * style.fontSize;
        context.font = `${style.fontWeight} ${style.fontSize}px ${family}`;
        return context.measureText(text).width;
      });
    });
    return (depth: number) => byDepth[Math.min(depth, 3)] ?? ((text: string) => text.length * 16);
  }, []);
}
