/** After a press, the user counts as waiting for this long. */
const pressedMs = 4000;
/** The first parts of a page may come over a slow network. */
const beginningMs = 15_000;

type Surroundings = Pick<EventTarget, 'addEventListener'>;

/**
 * Whether somebody is waiting: the page began or something was pressed a moment ago, and since then neither the pointer nor the
 * Tab key has moved on to another element, which may preload code.
 */
export function watchWhetherSomebodyWaits(page: Surroundings = window, now = () => performance.now()): () => boolean {
  let until = now() + beginningMs;
  const handlePress = () => {
    until = now() + pressedMs;
  };
  const handlePassing = () => {
    until = 0;
  };
  for (const name of ['pointerdown', 'click', 'popstate']) page.addEventListener(name, handlePress, true);
  page.addEventListener(
    'keydown',
    (event) => {
      if ((event as KeyboardEvent).key === 'Tab') handlePassing();
      else handlePress();
    },
    true,
  );
  page.addEventListener('pointerover', handlePassing, true);
  return () => now() < until;
}
