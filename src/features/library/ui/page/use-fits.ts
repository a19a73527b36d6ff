import { useLayoutEffect, useState } from 'react';

/** Whether the element is at least this many pixels wide. */
export function useFits(element: HTMLElement | null, widthPx: number): boolean {
  const [roomPx, setRoomPx] = useState(0);
  useLayoutEffect(() => {
    if (element === null) return;
    const read = () => setRoomPx(element.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return widthPx <= roomPx;
}
