/** A press waits so long for what it needs. */
const pressedMs = 4000;
/** What a page begins with comes over a slow network. */
const beginningMs = 15_000;

type Surroundings = Pick<EventTarget, 'addEventListener'>;

/**
 * Whether somebody waits for something just now: the page began or something was pressed a moment ago, and neither pointer nor
 * focus has come to anything since, for which code is asked for ahead.
 */
export function watchForPresses(page: Surroundings = window, now = () => performance.now()): () => boolean {
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
