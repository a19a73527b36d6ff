/** The height in px that bars at the bottom of a phone's screen cover. */
export function bottomBarsPx(): number {
  const shown = [...document.querySelectorAll('[data-bottom-bar]')].filter((bar) => bar.checkVisibility());
  return window.innerHeight - Math.min(window.innerHeight, ...shown.map((bar) => bar.getBoundingClientRect().top));
}
