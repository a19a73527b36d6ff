import 'driver.js/dist/driver.css';
import './tour.css';
import { useNavigate } from '@tanstack/react-router';
import { type Driver, driver } from 'driver.js';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { selectorOf, stepsFor, type TourStep } from './steps.ts';
import { endTour, showTourStep } from './tour-state.ts';

type TourProps = { mobile: boolean; pathname: string; onCompleted: () => void };

/** The distance from the element to the popup: the highlighted margin, and the rest of 16 px. */
const litPx = 8;
const marginPx = 16;

export function Tour({ mobile, pathname, onCompleted }: TourProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const home = pathname === '/';
  const begin = useEffectEvent((): Driver => {
    const steps = stepsFor({ mobile });
    const side = (step: TourStep) => (step.endsWith('-nav') ? ('right' as const) : ('bottom' as const));
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const skip = t(($) => $.tour.skip);
    const guide = driver({
      animate: !still,
      smoothScroll: !still,
      stagePadding: litPx,
      stageRadius: 8,
      popoverOffset: marginPx - litPx,
      popoverClass: 'gleaner-tour',
      overlayClickBehavior: () => undefined,
      disableActiveInteraction: true,
      showProgress: true,
      progressText: '{{current}} / {{total}}',
      prevBtnText: t(($) => $.tour.previous),
      nextBtnText: t(($) => $.tour.next),
      doneBtnText: t(($) => $.tour.finish),
      onPopoverRender: ({ closeButton, wrapper, title, footer }) => {
        closeButton.textContent = skip;
        closeButton.removeAttribute('aria-label');
        // Otherwise they would count as a header and a footer of the page.
        for (const part of [title, footer]) part.setAttribute('role', 'presentation');
        wrapper.setAttribute('aria-modal', 'true');
        wrapper.style.display = 'flex';
      },
      onHighlighted: (_element, _step, { state }) => {
        showTourStep(state.activeIndex ?? 0);
        state.popover?.nextButton.focus();
      },
      onDoneClick: (_element, _step, { driver: running }) => {
        onCompleted();
        running.destroy();
      },
      onDestroyed: endTour,
      steps: steps.map((step) => ({
        element: selectorOf(step),
        popover: {
          title: t(($) => $.tour.steps[step].title),
          description: t(($) => $.tour.steps[step].text),
          side: side(step),
          align: 'start',
        },
      })),
    });
    guide.drive();
    return guide;
  });
  const wasShown = useRef(false);
  const leave = useEffectEvent(() => void navigate({ to: '/' }));

  useEffect(() => {
    if (!home) {
      // Leaving the page ends the tour: it must not lead back.
      if (wasShown.current) endTour();
      else leave();
      return;
    }
    let guide: Driver | null = null;
    const start = () => {
      if (guide === null && document.querySelector(selectorOf('input')) !== null) guide = begin();
      if (guide === null) return;
      wasShown.current = true;
      observer.disconnect();
    };
    const observer = new MutationObserver(start);
    observer.observe(document.body, { childList: true, subtree: true });
    // A dialog that opened the tour closes first and returns the focus.
    const timer = setTimeout(start, 0);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      if (guide?.isActive()) guide.destroy();
    };
  }, [home]);
  return null;
}
