import { AppError } from '#lib/app-error.ts';
import type { MindMapLayout } from './layout.ts';
import { type MapTheme, mapPicture, pictureScale } from './map-picture.ts';

export function themeOf(element: Element): MapTheme {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return {
    background: value('--surface'),
    ink: value('--ink'),
    paper: value('--paper'),
    faint: value('--faint'),
    line: value('--line-strong'),
    tile: { lightness: value('--tile-lightness'), chroma: value('--tile-chroma'), inkLightness: value('--tile-ink-lightness') },
    fontFamily: style.fontFamily,
    lang: document.documentElement.lang,
  };
}

function loadImage(source: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new AppError('internal', { detail: 'the picture of the map did not load' }));
    image.src = source;
  });
}

/** Three times its size, or the largest possible. A `data:` address keeps the canvas clean and needs no CSP exception. */
export async function mindMapPng(layout: MindMapLayout, theme: MapTheme): Promise<{ blob: Blob; scale: number }> {
  const scale = pictureScale(layout);
  const image = await loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(mapPicture(layout, theme))}`);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(layout.width * scale);
  canvas.height = Math.round(layout.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new AppError('internal', { detail: 'no canvas' });
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new AppError('internal', { detail: 'the canvas gave no picture' });
  return { blob, scale };
}
