import '#ui/styles.css';
import { createRoot } from 'react-dom/client';
import { startLanguage } from '#i18n/language.ts';
import { App, isLoading } from '#web/app.tsx';
import { rememberFailedLoad } from '#web/failed-loads.ts';
import { registerWorker } from '#web/pwa/register.ts';
import { createReloadAfterUpdate } from '#web/reload-after-update.ts';
import { startTheme } from '#web/theme.ts';

async function start(): Promise<void> {
  const reloadAfterUpdate = createReloadAfterUpdate({
    storage: sessionStorage,
    fetch: (path, init) => fetch(path, init),
    reload: () => location.reload(),
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
