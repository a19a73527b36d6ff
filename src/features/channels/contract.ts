/** The only file of this feature that both sides import. */
import { z } from 'zod';
import { zDetail, zLanguage } from '#engine/domain.ts';
import { zContentId, zContentStatus, zProblem } from '#features/contents/contract.ts';
import { interfaceLanguages } from '#lib/languages.ts';
import { zTypedText } from '#lib/text/typed-text.ts';
import { longestOpml } from './shared/longest-opml.ts';

export const channelLimits = {
  perUser: 500,
  /** Kept of each channel. */
  entries: 300,
  /** Of automatic summaries in a month, in minutes, until a user says otherwise. */
  monthlyMinutes: 300,
  mostMonthlyMinutes: 60_000,
} as const;

const zChannelId = z.uuid();
const zChannelKind = z.enum(['video', 'podcast', 'feed']);

export const zSubscription = z.object({
  id: zChannelId,
  title: z.string(),
  /** Its page. */
  url: z.string(),
  kind: zChannelKind,
  /** `new`: not looked at yet. `gone`: it ended, as its server says. */
  state: z.enum(['new', 'active', 'gone']),
  /** Why the last look failed. */
  problem: zProblem.nullable(),
  /** Of the last look that brought an answer. */
  answered_at: z.iso.datetime().nullable(),
  next_check_at: z.iso.datetime(),
  followed_at: z.iso.datetime(),
  /** Whether what it publishes is summarised without being asked for. */
  automatic: z.boolean(),
});
export type Subscription = z.infer<typeof zSubscription>;

/** Something that can be summarised, in a list. */
const zListed = z.object({
  id: z.uuid(),
  /** Of its channel or collection. */
  channel_title: z.string(),
  kind: zChannelKind,
  url: z.string(),
  title: z.string(),
  duration_seconds: z.number().nullable(),
  published_at: z.iso.datetime().nullable(),
  /** The user's record, if there is one. */
  existing: z.object({ contentId: zContentId, status: zContentStatus }).nullable(),
});

const zPopular = zListed.extend({
  /** The public collection that it is in, and its page there; null for what a channel published. */
  shelf: z.object({ path: z.string(), item_path: z.string() }).nullable(),
});
export type Popular = z.infer<typeof zPopular>;

export const zChannelEntry = zListed.extend({
  channel_id: zChannelId,
  author: z.string().nullable(),
  /** Found since it is followed, within a week, and not in the library. */
  is_new: z.boolean(),
});
export type ChannelEntry = z.infer<typeof zChannelEntry>;

const zSettings = z.object({
  /** Most minutes of automatic summaries in a calendar month (UTC). */
  monthly_minutes: z.number().int(),
  used_minutes: z.number().int(),
  /** Why the last one of this month was not begun; null when it was. */
  problem: zProblem.nullable(),
});

const zAnchor = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('time'), ms: z.number() }),
  z.object({ kind: z.literal('paragraph'), id: z.number() }),
]);

const zDigestEntry = zListed.extend({
  /** The few best of its note, in their order; none without a note. */
  lines: z.array(z.object({ text: z.string(), anchor: zAnchor, page: z.number().optional() })),
});
export type DigestEntry = z.infer<typeof zDigestEntry>;

const zDigest = z.object({
  /** Its Monday and its Sunday, in the zone of the server. */
  week: z.iso.date(),
  last_day: z.iso.date(),
  is_over: z.boolean(),
  entries: z.array(zDigestEntry),
  /** How many more there were. */
  left_out: z.number().int(),
  /** The Monday of the next week before and after that there is. */
  previous: z.iso.date().nullable(),
  next: z.iso.date().nullable(),
});
export type Digest = z.infer<typeof zDigest>;

const zDigestSettings = z.object({
  /** Gives access to the digests without a session. Null until it is made. */
  feed_path: z.string().nullable(),
  mail: z.boolean(),
  /** Where mails go; null without an address that is verified, and where none are sent. */
  mail_to: z.string().nullable(),
  mails_are_sent: z.boolean(),
});
export type DigestSettings = z.infer<typeof zDigestSettings>;
const zInterfaceLanguage = z.enum(interfaceLanguages);

const zChannel = z.strictObject({ channelId: zChannelId });

export const channelContract = {
  /** By title. Empty without a session. */
  'channel.channelList': {
    input: z.void(),
    output: z.array(z.object({ channel_title: z.string(), channel_url: z.string() })),
  },
  /** By title. Empty without a session. */
  'channel.subscriptions': { input: z.void(), output: z.array(zSubscription) },
  /** Of all followed channels or of one, newest first. Empty without a session. Errors: `not_found`. */
  'channel.entries': {
    input: z.strictObject({
      channelId: zChannelId.optional(),
      limit: z.number().int().min(1).max(100).default(30),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({ entries: z.array(zChannelEntry), nextCursor: z.string().nullable() }),
  },
  /**
   * By the link of a channel, a show, a blog or a feed; it is looked at once. Errors: `url_invalid`, `channel_not_found`,
   * `channel_limit`, `site_*`, those of the guarded fetch.
   */
  'channel.follow': {
    input: z.strictObject({ url: zTypedText.min(1).max(4096) }),
    output: z.object({ subscription: zSubscription, existing: z.boolean() }),
  },
  /** Can be undone for a day. Errors: `not_found`. */
  'channel.unfollow': { input: zChannel, output: z.object({ unfollowed: z.literal(true) }) },
  /** Undoes `channel.unfollow`. Errors: `not_found`, `channel_limit`. */
  'channel.restore': { input: zChannel, output: zSubscription },
  /** Looks again soon, also at one that has ended. Errors: `not_found`. */
  'channel.checkAgain': { input: zChannel, output: zSubscription },
  /**
   * What is published from now on is summarised, within the month's limit. Language and detail are those of its notes. Errors:
   * `not_found`.
   */
  'channel.setAutomatic': {
    input: z.strictObject({
      channelId: zChannelId,
      automatic: z.boolean(),
      noteLanguage: zLanguage,
      detail: zDetail.optional(),
    }),
    output: zSubscription,
  },
  /** What public collections and channels with several followers hold, for guests as well; the best first. */
  'explore.popular': { input: z.void(), output: z.object({ items: z.array(zPopular) }) },
  /** Channels that several accounts follow; guests do not count. The best first. `podcast`: shows with sound; `channel`: all others. */
  'explore.channels': {
    input: z.strictObject({ kind: z.enum(['channel', 'podcast']) }),
    output: z.object({
      channels: z.array(
        z.object({
          id: zChannelId,
          title: z.string(),
          url: z.string(),
          /** To follow it by. */
          address: z.string(),
          kind: zChannelKind,
          followers: z.number().int(),
          /** Whether this user follows it. */
          followed: z.boolean(),
          latest: z.array(z.object({ title: z.string(), url: z.string() })),
        }),
      ),
    }),
  },
  'channel.settings': { input: z.void(), output: zSettings },
  /** What the old limit left out of the last two days is tried again. */
  'channel.saveSettings': {
    input: z.strictObject({ monthlyMinutes: z.number().int().min(0).max(channelLimits.mostMonthlyMinutes) }),
    output: zSettings,
  },
  /** Any day names its week; without one the last that is over. Empty without a session. */
  'digest.week': { input: z.strictObject({ day: z.iso.date().startsWith('2').optional() }), output: zDigest },
  'digest.settings': { input: z.void(), output: zDigestSettings },
  /** A new address for the feed, in this language; the old one ends. */
  'digest.renewFeed': { input: z.strictObject({ language: zInterfaceLanguage }), output: zDigestSettings },
  /** Errors: `sign_in_needed` without a verified address. */
  'digest.saveMail': {
    input: z.strictObject({ mail: z.boolean(), language: zInterfaceLanguage }),
    output: zDigestSettings,
  },
  /** Follows the feeds of a list; they are looked at in the background. Errors: `opml_unreadable`, `channel_limit`. */
  'channel.importOpml': {
    input: z.strictObject({ opml: z.string().min(1).max(longestOpml) }),
    output: z.object({ added: z.number().int(), existing: z.number().int(), refused: z.number().int() }),
  },
} as const;
