import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embedAddress, isEmbeddable, playerOf, siteAddress } from './embed.ts';

const page = 'http://localhost:3000';

describe('CON-08 addresses of players', () => {
  it('embeds YouTube without cookies, for this origin, at the requested second', () => {
    const url = new URL(embedAddress({ player: 'youtube', id: 'a-b_c123XYZ' }, 65_900, page));
    expect(url.origin).toBe('https://www.youtube-nocookie.com');
    expect(url.pathname).toBe('/embed/a-b_c123XYZ');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ enablejsapi: '1', origin: page, start: '65' });
  });

  it('embeds Bilibili by any of its ids, with part and second', () => {
    const of = (id: string) => new URL(embedAddress({ player: 'bilibili', id, part: 3 }, 7000, page));
    expect(of('BV1xx411c7mD').origin).toBe('https://player.bilibili.com');
    expect(Object.fromEntries(of('BV1xx411c7mD').searchParams)).toMatchObject({ bvid: 'BV1xx411c7mD', p: '3', t: '7' });
    expect(of('av170001').searchParams.get('aid')).toBe('170001');
    expect(of('ep12345').searchParams.get('episodeId')).toBe('12345');
  });

  it('links to the same second on the site', () => {
    expect(siteAddress({ player: 'youtube', id: 'abcdefghijk' }, 0)).toBe('https://www.youtube.com/watch?v=abcdefghijk');
    expect(siteAddress({ player: 'youtube', id: 'abcdefghijk' }, 90_500)).toBe(
      'https://www.youtube.com/watch?v=abcdefghijk&t=90s',
    );
    expect(siteAddress({ player: 'bilibili', id: 'BV1xx411c7mD', part: 2 }, 5000)).toBe(
      'https://www.bilibili.com/video/BV1xx411c7mD?p=2&t=5',
    );
    expect(siteAddress({ player: 'bilibili', id: 'ep12345' }, 0)).toBe('https://www.bilibili.com/bangumi/play/ep12345');
  });

  it('leads no id anywhere but to the player’s own host and page', () => {
    fc.assert(
      fc.property(fc.constantFrom('youtube' as const, 'bilibili' as const), fc.string(), fc.integer(), (player, id, ms) => {
        const url = new URL(embedAddress({ player, id }, ms, page));
        expect(url.origin).toBe(playerOf({ player }).origin);
        if (isEmbeddable({ player, id })) expect(url.pathname).toMatch(/^\/(?:embed\/[\w-]+|player\.html)$/);
      }),
    );
    for (const id of ['', '../x', 'a"b', 'javascript:1', 'BV1xx411c7mD&x=1', 'a'.repeat(99)])
      for (const player of ['youtube', 'bilibili'] as const) expect(isEmbeddable({ player, id })).toBe(false);
  });
});
