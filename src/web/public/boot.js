// Runs before the first paint, as a file of its own because inline scripts are not allowed: sets the theme and the
// language of the page, so that neither flashes, and asks for the words of that language. The application takes over
// from here.
(() => {
  const root = document.documentElement;
  let theme = null;
  let language = null;
  try {
    theme = localStorage.getItem('gleaner.theme');
    language = localStorage.getItem('gleaner.language');
  } catch {
    // No storage: the system's theme and the browser's language.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  const { dataset } = document.currentScript;
  const locales = new Map(dataset.languages.split(' ').map((pair) => pair.split('=')));
  const spoken = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  language = [language, ...spoken].find((name) => locales.has(name)) ?? locales.keys().next().value;
  root.lang = locales.get(language);
  const words = dataset[language];
  if (!words) return;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = words;
  document.head.append(link);
})();
