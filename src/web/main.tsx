import '#ui/styles.css';
import i18next from 'i18next';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '#i18n/language.ts';
import { showToast } from '#ui/toast/toast.ts';
import { App, isLoading } from '#web/app.tsx';
import { rememberFailedLoad } from '#web/failed-loads.ts';
import { registerWorker } from '#web/pwa/register.ts';
import { createReloadAfterUpdate } from '#web/reload-after-update.ts';
import { watchWhetherSomebodyWaits } from '#web/somebody-waits.ts';
import { startTheme } from '#web/theme.ts';

/** Where site data is blocked, even naming the storage throws; without it no reload is remembered, and so none made. */
const guardedStorage = {
  getItem: (key: string) => sessionStorage.getItem(key),
  setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
};

async function start(): Promise<void> {
  const reloadAfterUpdate = createReloadAfterUpdate({
    storage: guardedStorage,
    fetch: (path, init) => fetch(path, init),
    reload: () => location.reload(),
    onGivenUp: () =>
      showToast({
        id: 'part-missing',
        tone: 'error',
        message: i18next.t(($) => $.shell.partMissing.message),
        action: { label: i18next.t(($) => $.shell.partMissing.reload), onAction: () => location.reload() },
      }),
    isAwaited: watchWhetherSomebodyWaits(),
    version: import.meta.url,
  });
  window.addEventListener('vite:preloadError', (event) => {
    rememberFailedLoad(event.payload);
    void reloadAfterUpdate(event);
  });
  startTheme();
  await startLanguage(import.meta.glob('./words/*.ts'));
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  registerWorker(isLoading);
  createRoot(root).render(<App />);
}

void start();
