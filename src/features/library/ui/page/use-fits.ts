import { useLayoutEffect, useState } from 'react';

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
