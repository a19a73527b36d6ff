import { expect, test, vi } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { mindMapOf } from '#lib/notes/mindmap.ts';
import { openPage } from '../../../../tests/harness/interface/page.tsx';
import { mindMapPng, themeOf } from './export-png.ts';
import { layoutMindMap } from './layout.ts';
import { mapPicture } from './map-picture.ts';

const layout = layoutMindMap({
  root: mindMapOf('A & B', '## One'),
  folded: new Set(),
  measure: () => (text) => text.length * 8,
  anchorLabel: () => null,
});
const colours = {
  '--surface': ' white ',
  '--ink': 'black',
  '--paper': 'cream',
  '--faint': 'grey',
  '--line-strong': 'silver',
  '--tile-lightness': '0.9',
  '--tile-chroma': '0.03',
  '--tile-ink-lightness': '0.4',
};

/** A browser that draws pictures, as far as `able` says. */
function opened(able: { load?: boolean; draw?: boolean; encode?: boolean } = {}) {
  const page = openPage();
  const drawn: unknown[] = [];
  const canvas = {
    width: 0,
    height: 0,
    getContext: (kind: string) =>
      able.draw !== false && kind === '2d' ? { drawImage: (...all: unknown[]) => void drawn.push(all) } : null,
    toBlob: (done: (blob: Blob | null) => void, type: string) => done(able.encode === false ? null : new Blob(['png'], { type })),
  };
  Object.assign(page.document, { createElement: () => canvas });
  class Picture {
    onload = () => undefined;
    onerror = () => undefined;
    address = '';
    set src(address: string) {
      this.address = address;
      queueMicrotask(() => (able.load === false ? this.onerror() : this.onload()));
    }
  }
  vi.stubGlobal('Image', Picture);
  page.document.documentElement.lang = 'en';
  vi.stubGlobal('getComputedStyle', () => ({
    getPropertyValue: (name: keyof typeof colours) => colours[name],
    fontFamily: 'Serif',
  }));
  return { page, canvas, drawn, theme: themeOf(page.document.body) };
}

test('a picture has the colours and the font of the page', () => {
  expect(opened().theme).toEqual({
    background: 'white',
    ink: 'black',
    paper: 'cream',
    faint: 'grey',
    line: 'silver',
    tile: { lightness: '0.9', chroma: '0.03', inkLightness: '0.4' },
    fontFamily: 'Serif',
    lang: 'en',
  });
});

test('a map becomes a PNG at three times its size', async () => {
  const { canvas, drawn, theme } = opened();
  const size = { ...layout, width: 100.4, height: 50.5 };
  const { blob, scale } = await mindMapPng(size, theme);
  expect([scale, blob.type, canvas.width, canvas.height]).toEqual([3, 'image/png', 301, 152]);
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(mapPicture(size, theme))}`;
  expect(drawn).toEqual([[expect.objectContaining({ address }), 0, 0, 301, 152]]);
});

test.each([
  [{ load: false }, 'the picture of the map did not load'],
  [{ draw: false }, 'no canvas'],
  [{ encode: false }, 'the canvas gave no picture'],
])('a browser that cannot draw the map (%o) is told apart', async (able, detail) => {
  const error = await mindMapPng(layout, opened(able).theme).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'internal', message: `internal: ${detail}` });
});
