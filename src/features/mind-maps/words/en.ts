import type { Translated } from '#i18n/words.ts';
import type { mindMaps as zh } from './zh.ts';

export const mindMaps = {
  label: 'Mind map: {{title}}',
  help: 'Arrow keys move, Enter plays, Space folds. The wheel zooms, dragging moves the map.',
  toolbar: 'Mind map tools',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomReset: 'Back to full size, now {{percent}}',
  fit: 'Fit to the window',
  foldAll: 'Fold all',
  unfoldAll: 'Unfold all',
  export: 'Export',
  formats: {
    png: 'Picture (PNG, three times the size)',
    svg: 'Vector picture (SVG)',
    md: 'Outline (Markdown)',
    opml: 'Outline (OPML)',
    xmind: 'XMind',
  },
  pngDone: 'PNG exported',
  pngSmaller: 'The map is very large and was exported at {{scale}} times its size.',
  exportFailed: 'It was not exported. Fold some branches and try again.',
  empty: 'Nothing to draw yet',
  emptyHint: 'Once the note is written, its map appears here.',
  flat: 'This note has no sections',
  flatHint: 'The map is drawn from sections and points. You can summarize again.',
} as const satisfies Translated<typeof zh>;
