import { expect, test } from 'vitest';
import { connect, connectionUrl } from './client.ts';

test('sessions that hold a lock are never closed for being idle or old; others are', async () => {
  const place = { host: '127.0.0.1', port: 1, user: 'u', database: 'd', password: null };
  // Nothing connects before the first query.
  const holding = connect(place, { max: 1, applicationName: 'test', holds: true });
  const passing = connect(place, { max: 1, applicationName: 'test' });
  expect([holding.options.idle_timeout, holding.options.max_lifetime]).toEqual([0, 0]);
  expect(passing.options.idle_timeout).toBe(60);
});

test('a place and its URL name the same server, over a socket and over TCP', () => {
  const socket = { host: '/tmp/a folder', port: 5433, user: 'me@home', database: 'notes', password: null };
  const tcp = { host: '127.0.0.1', port: 5433, user: 'me', database: 'notes', password: 'p:w/d' };
  for (const place of [socket, tcp]) {
    const { options } = connect({ url: connectionUrl(place) }, { max: 1, applicationName: 'test' });
    expect(options.user).toBe(place.user);
    expect(options.database).toBe('notes');
    if (place.password) expect([options.host, options.port, options.pass]).toEqual([['127.0.0.1'], [5433], place.password]);
    else expect(options.path).toBe('/tmp/a folder/.s.PGSQL.5433');
  }
});
