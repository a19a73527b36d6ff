import { describe, expect, it } from 'vitest';
import { follow } from './follow.ts';

describe('CON-04 following playback', () => {
  it('pauses when the user scrolls, and resumes by its button or a chosen line', () => {
    const paused = follow({ following: true }, 'reader');
    expect(paused.following).toBe(false);
    expect(follow(paused, 'own').following).toBe(false);
    expect(follow(paused, 'back').following).toBe(true);
    expect(follow(paused, 'seek').following).toBe(true);
  });

  it('does not pause for its own scrolling', () => {
    expect(follow({ following: true }, 'own').following).toBe(true);
  });
});
