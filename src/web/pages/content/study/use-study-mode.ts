import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { mobileQuery } from '#ui/browser/use-media-query.ts';
import { setBeside } from './study-state.ts';

/** One pane with a bar below; one pane; source and note; or these two and a side pane. */
export type StudyMode = 'phone' | 'stacked' | 'two' | 'three';

/** Widths of the page itself, without the navigation beside it. */
const [twoPx, threePx] = [720, 1120];

export function studyModeOf(widthPx: number, phone: boolean): StudyMode {
  if (phone) return 'phone';
  return widthPx >= threePx ? 'three' : widthPx >= twoPx ? 'two' : 'stacked';
}

/** The page has no width before its code is loaded, so the width of its frame is used. */
function expectedMode(): StudyMode {
  const width = document.querySelector('#main')?.clientWidth ?? window.innerWidth;
  return studyModeOf(width, window.matchMedia(mobileQuery).matches);
}

/** The mode is known before the first paint. */
export function useStudyMode(): [RefObject<HTMLDivElement | null>, StudyMode] {
  const page = useRef<HTMLDivElement>(null);
  const [mode, setMode] = useState(expectedMode);
  useLayoutEffect(() => {
    const element = page.current;
    if (!element) return;
    const measure = () => {
      if (element.clientWidth === 0) return;
      const next = studyModeOf(element.clientWidth, window.matchMedia(mobileQuery).matches);
      setMode(next);
      setBeside(next === 'two' || next === 'three');
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isPhone = mode === 'phone';
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (isPhone) dataset.page = 'phone-study';
    return () => void delete dataset.page;
  }, [isPhone]);
  return [page, mode];
}
