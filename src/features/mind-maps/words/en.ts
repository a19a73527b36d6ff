import type { Translated } from '#i18n/words.ts';
import type { mindMaps as zh } from './zh.ts';

export const mindMaps = {
  tab: 'Mind map',
  label: 'Mind map: {{title}}',
  help: 'Arrow keys move, Enter plays, Space collapses. Scroll to zoom, drag to pan.',
  helpTouch: 'Pinch to zoom, swipe to pan. Tap a point to see its source.',
  toolbar: 'Mind map tools',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomReset: 'Reset zoom, now {{percent}}',
  fit: 'Fit to window',
  full: 'Full window',
  leaveFull: 'Leave full window',
  foldAll: 'Collapse all',
  unfoldAll: 'Expand all',
  export: 'Export',
  formats: {
    png: 'Image (PNG, 3×)',
    svg: 'Vector image (SVG)',
    md: 'Outline (Markdown)',
    opml: 'Outline (OPML)',
    xmind: 'XMind',
  },
  pngDone: 'PNG exported',
  pngSmaller: 'The map is very large, so it was exported at {{scale}}×.',
  exportFailed: 'Couldn’t export the map. Collapse some branches and try again.',
  empty: 'Nothing to show yet',
  emptyHint: 'The mind map appears here once the note is written.',
  flat: 'This note has no sections',
  flatHint: 'The mind map is built from a note’s sections and points. Try summarizing again.',
} as const satisfies Translated<typeof zh>;
