/** A digest as a mail and as a feed, compared exactly, because titles and lines come from others. */
import { expect, test } from 'vitest';
import type { DigestEntry } from '../../contract.ts';
import { digestFeed, writeDigestMail } from './write-digest.ts';

const origin = 'https://gleaner.example';
const noted: DigestEntry = {
  id: '1',
  channel_title: 'Mill\n <b>& co</b>',
  kind: 'video',
  url: 'https://site.example/watch?a=1&b=2',
  title: 'How  to\n\tmill <i>rye</i>',
  duration_seconds: 3725,
  published_at: null,
  existing: { contentId: 'c-1', status: 'completed' },
  lines: [
    { text: 'The stone\n  turns "slowly"', anchor: { kind: 'time', ms: 61_500 } },
    { text: 'Rye & barley', anchor: { kind: 'paragraph', id: 4 } },
    { text: 'A table', anchor: { kind: 'paragraph', id: 5 }, page: 12 },
  ],
};
const unread: DigestEntry = {
  ...{ ...noted, id: '2', title: 'Unread', channel_title: 'Feed', url: 'https://feed.example/a?x=1&y="2"' },
  ...{ duration_seconds: null, existing: null, lines: [] },
};
const unopenable: DigestEntry = { ...unread, id: '3', title: 'Odd', url: 'javascript:alert(1)' };
const digest = { week: '2026-11-16', last_day: '2026-11-22', left_out: 0, entries: [noted, unread, unopenable] };
const reader = { email: 'ada@example.org', language: 'en', endToken: 'end-token' } as const;

test('EXP-01 a mail names each entry with its facts, its place and its lines, as text and as escaped HTML', async () => {
  const mail = await writeDigestMail(digest, reader, origin);
  expect(mail.to).toBe('ada@example.org');
  expect(mail.subject).toBe('Gleaner weekly digest: November 16 – November 22');
  const end = `${origin}/api/channels/digest/unsubscribe?token=end-token`;
  expect(mail.headers).toEqual({ 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
  expect(mail.text).toBe(
    [
      '3 new items from your subscriptions this week.',
      `${origin}/user/digest?week=2026-11-16`,
      [
        'How to mill <i>rye</i>',
        'Mill <b>& co</b> · 1:02:05',
        `${origin}/content/c-1`,
        '  - The stone turns "slowly" (01:01)',
        `    ${origin}/content/c-1?t=61.5`,
        '  - Rye & barley (¶5)',
        `    ${origin}/content/c-1?p=4`,
        '  - A table (p.12)',
        `    ${origin}/content/c-1?p=5`,
      ].join('\n'),
      'Unread\nFeed · Not summarized yet\nhttps://feed.example/a?x=1&y=%222%22',
      'Odd\nFeed · Not summarized yet',
      `You’re receiving this email because you turned on the weekly digest.\nUnsubscribe: ${end}`,
    ].join('\n\n'),
  );
  const shown = /text-decoration:none">Open this digest<\/a><\/p>([\s\S]*)<p style="/.exec(mail.html ?? '')?.[1];
  expect(shown).toBe(
    [
      `<h3><a href="${origin}/content/c-1">How  to\n\tmill &lt;i&gt;rye&lt;/i&gt;</a></h3><p>Mill\n &lt;b&gt;&amp; co&lt;/b&gt; · 1:02:05</p>` +
        `<ul><li>The stone\n  turns &quot;slowly&quot; <a href="${origin}/content/c-1?t=61.5">01:01</a></li>` +
        `<li>Rye &amp; barley <a href="${origin}/content/c-1?p=4">¶5</a></li>` +
        `<li>A table <a href="${origin}/content/c-1?p=5">p.12</a></li></ul>`,
      '<h3><a href="https://feed.example/a?x=1&amp;y=%222%22">Unread</a></h3><p>Feed · Not summarized yet</p>',
      '<h3>Odd</h3><p>Feed · Not summarized yet</p>',
    ].join('\n'),
  );
});

test('EXP-01 a mail counts what it leaves out, in the reader’s language', async () => {
  const one = { ...digest, entries: [unread], left_out: 1 };
  const english = await writeDigestMail(one, reader, origin);
  expect(english.text).toMatch(/^2 new items from your subscriptions/);
  expect(english.text).toContain('\n\n1 more isn’t listed.\n\n');
  expect(english.html).toContain('\n<p>1 more isn’t listed.</p><p style=');
  expect((await writeDigestMail({ ...one, left_out: 2 }, reader, origin)).text).toContain('\n\n2 more aren’t listed.\n\n');
  expect((await writeDigestMail({ ...one, left_out: 0 }, reader, origin)).text).toMatch(/^1 new item from your subscriptions/);
  const chinese = await writeDigestMail(one, { ...reader, language: 'zh' }, origin);
  expect([chinese.subject, chinese.text]).toEqual([
    expect.stringContaining('11月16日 – 11月22日'),
    expect.stringContaining('还没有总结'),
  ]);
  expect(chinese.html).toContain('<html lang="zh">');
});

test('EXP-01 a feed has an entry for each week, and names nobody', async () => {
  const feed = { origin, token: 'a&b', language: 'en', readerTag: 'tag' } as const;
  const weeks = [
    { ...digest, entries: [unread], madeAt: new Date('2026-11-23T01:02:03Z') },
    { ...digest, week: '2026-11-09', last_day: '2026-11-15', entries: [noted], madeAt: new Date('2026-11-16T01:02:03Z') },
  ];
  const xml = await digestFeed(feed, weeks);
  const all = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, found]) => found);
  expect(all(/<id>(.*)<\/id>/g)).toEqual(
    ['feed', '2026-11-16', '2026-11-09'].map((name) => `tag:gleaner,2026:digest:tag:${name}`),
  );
  expect(all(/<title>(.*)<\/title>/g)).toEqual([
    'Gleaner: weekly digest of your subscriptions',
    'Your subscriptions, November 16 – November 22',
    'Your subscriptions, November 9 – November 15',
  ]);
  expect(all(/<updated>(.*)<\/updated>/g)).toEqual([0, 0, 1].map((at) => weeks[at]?.madeAt.toISOString()));
  expect(all(/<published>(.*)<\/published>/g)).toEqual(weeks.map(({ madeAt }) => madeAt.toISOString()));
  expect(all(/href="([^"]+)"/g)).toEqual([
    `${origin}/api/channels/digest.atom?token=a&amp;b`,
    `${origin}/user/digest`,
    `${origin}/user/digest?week=2026-11-16`,
    `${origin}/user/digest?week=2026-11-09`,
  ]);
  expect(xml).toContain(
    '&lt;h3&gt;&lt;a href=&quot;https://feed.example/a?x=1&amp;amp;y=%222%22&quot;&gt;Unread&lt;/a&gt;&lt;/h3&gt;',
  );
  expect(await digestFeed(feed, [])).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
});
