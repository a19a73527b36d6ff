import { createFileRoute, useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadCredentialWords } from '#features/credentials/ui/load-words.ts';
import { OwnModelKey } from '#features/credentials/ui/model-key.tsx';
import { SiteSignIns } from '#features/credentials/ui/site-sign-ins.tsx';
import { loadSpeechWords } from '#features/speech/ui/load-words.ts';
import { SpeechModels } from '#features/speech/ui/speech-models.tsx';

export const Route = createFileRoute('/user/settings')({
  loader: async () => {
    await Promise.all([loadSpeechWords(), loadCredentialWords()]);
  },
  component: SettingsRoute,
});

function SettingsRoute() {
  const { t } = useTranslation();
  const page = useRef<HTMLDivElement>(null);
  useHeldSection(page, useLocation({ select: ({ hash }) => hash }));
  return (
    <div ref={page} className="mx-auto flex w-full max-w-3xl flex-col gap-10 px-4 pt-6 pb-16 md:px-8">
      <h1 className="-mb-4 text-2xl font-semibold">{t(($) => $.shell.nav.settings)}</h1>
      <SpeechModels />
      <OwnModelKey />
      <SiteSignIns />
    </div>
  );
}

/** Time in which content above may still load. */
const settleMs = 4000;

/** Until the user scrolls. */
function useHeldSection(page: RefObject<HTMLElement | null>, id: string): void {
  useEffect(() => {
    const section = id === '' ? null : document.getElementById(id);
    if (!section || !page.current) return;
    const observer = new ResizeObserver(() => section.scrollIntoView());
    const stop = () => observer.disconnect();
    const timer = setTimeout(stop, settleMs);
    observer.observe(page.current);
    for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) window.addEventListener(event, stop, { once: true });
    return () => {
      clearTimeout(timer);
      stop();
      for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown']) window.removeEventListener(event, stop);
    };
  }, [page, id]);
}
