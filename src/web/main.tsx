import '#ui/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app.tsx';
import { startLanguage } from '#web/i18n/language.ts';
import { startTheme } from '#web/theme.ts';

const reloadedKey = 'gleaner.reloaded';

/** A part of the page that is no longer on the server: it was updated since the page was opened. Once, so as not to loop. */
function reloadAfterUpdate(event: Event): void {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
  if (Date.now() - last < 60_000) return;
  event.preventDefault();
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}

async function start(): Promise<void> {
  window.addEventListener('vite:preloadError', reloadAfterUpdate);
  startTheme();
  await startLanguage();
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root');
  createRoot(root).render(<App />);
}

void start();
