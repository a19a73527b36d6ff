// Runs before the first paint, as a file of its own because inline scripts are not allowed: sets the theme and the
// language of the page, so that neither flashes. The application takes over from here.
(() => {
  const root = document.documentElement;
  let theme = null;
  let language = null;
  try {
    theme = localStorage.getItem('gleaner.theme');
    language = localStorage.getItem('gleaner.language');
  } catch {
    // No storage: the system's theme and the default language.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  if (language === 'en') root.lang = 'en';
})();
