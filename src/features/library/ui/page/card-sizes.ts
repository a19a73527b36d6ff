export const gapPx = 16;
const masonryColumnPx = 300;
const galleryColumnPx = 240;
/** Two cards fit beside each other on a phone. */
const phoneColumnPx = 150;
const phoneWidthPx = 600;

export function columnsFor(shape: 'even' | 'tall', widthPx: number): { columns: number; cardPx: number } {
  const least = shape === 'tall' ? masonryColumnPx : widthPx < phoneWidthPx ? phoneColumnPx : galleryColumnPx;
  const columns = Math.max(1, Math.floor((widthPx + gapPx) / (least + gapPx)));
  return { columns, cardPx: Math.max(0, (widthPx - gapPx * (columns - 1)) / columns) };
}

/** Picture, two lines of title, a line of facts. */
export const evenCardPx = (cardPx: number): number => Math.round((cardPx * 9) / 16 + 96);

export const tallCardPx = (cardPx: number, picture: boolean): number => Math.round(picture ? (cardPx * 9) / 16 + 190 : 240);
