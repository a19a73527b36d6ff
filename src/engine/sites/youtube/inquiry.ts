/** What several players of the site say about one video, asked one after the other and only as far as needed. */
import { type AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { type Asking, askPage, askPlayer, botCheck, siteWait } from './ask.ts';
import { chooseClients, type YoutubeClient } from './clients.ts';
import { type PlayerResponse, type PlayerState, readPlayerResponse } from './player-response.ts';
import { readWatchPage, type WatchPage } from './watch-page.ts';

export type Answer = { player: PlayerResponse; client: YoutubeClient };

export type Inquiry = {
  videoId: string;
  /** Those that said something about this video, in the order they were asked. */
  answers: Answer[];
  /** What the page carries beside the player. */
  data: unknown;
  /** How the site turned us away, if it did: requests too many, or taken for a robot. */
  blocked: AppError | null;
  /** Asks the next player; null when all were asked. */
  next(): Promise<Answer | null>;
};

/** The path of a page that plays a video; `has_verified` and `bpctr` pass a warning that asks only for a click. */
function watchPath(videoId: string): string {
  return `/watch?v=${videoId}&hl=en&bpctr=9999999999&has_verified=1`;
}

/**
 * Asks the watch page, then players until one of them knows the video or can say for certain why it is not to be had.
 * Errors: `cancelled`; everything else ends up in `blocked`, or as an inquiry without answers.
 */
export async function inquire(videoId: string, wishes: readonly string[] | undefined, asking: Asking): Promise<Inquiry> {
  const clients = chooseClients(wishes);
  const waiting = [...clients];
  const inquiry: Inquiry = { videoId, answers: [], data: undefined, blocked: null, next: async () => null };
  let visitorData: string | null = null;
  inquiry.next = async () => {
    for (let client = waiting.shift(); client; client = waiting.shift()) {
      const player = await playerOf(inquiry, client, visitorData, asking);
      if (player) return remember(inquiry, player, client);
    }
    return null;
  };

  const [first] = clients;
  const page = first ? await pageOf(inquiry, first, asking) : null;
  if (first && page && (page.kind === 'video' || page.kind === 'other')) {
    ({ visitorData } = page);
    inquiry.data = page.data;
    if (page.kind === 'video' && isAbout(page.player, videoId)) remember(inquiry, page.player, first);
  }
  while (!inquiry.answers.some(({ player }) => isDecided(player.state)) && (await inquiry.next()) !== null);
  return inquiry;
}

/** Answers with another id happen; they say nothing about this video. A refusal often names none. */
function isAbout(player: PlayerResponse, videoId: string): boolean {
  return player.videoId === null || player.videoId === videoId;
}

/** These say more about who asks than about the video: another player may be told more. */
const undecided: readonly PlayerState[] = ['bot_check', 'unplayable'];

export function isDecided(state: PlayerState): boolean {
  return !undecided.includes(state);
}

function remember(inquiry: Inquiry, player: PlayerResponse, client: YoutubeClient): Answer {
  const answer = { player, client };
  inquiry.answers.push(answer);
  if (player.state === 'bot_check') inquiry.blocked ??= botCheck();
  return answer;
}

async function pageOf(inquiry: Inquiry, client: YoutubeClient, asking: Asking): Promise<WatchPage | null> {
  return orBlocked(inquiry, asking, async () => {
    const { html } = await askPage(watchPath(inquiry.videoId), client, asking);
    const page = readWatchPage(html);
    if (page.kind === 'captcha') inquiry.blocked ??= siteWait(null);
    return page;
  });
}

async function playerOf(
  inquiry: Inquiry,
  client: YoutubeClient,
  visitorData: string | null,
  asking: Asking,
): Promise<PlayerResponse | null> {
  const value = await orBlocked(inquiry, asking, () => askPlayer(inquiry.videoId, client, visitorData, asking));
  const player = readPlayerResponse(value);
  return player && isAbout(player, inquiry.videoId) ? player : null;
}

/** One player that does not answer leaves the others; cancelling and our own failures do not. */
async function orBlocked<T>(inquiry: Inquiry, { signal }: Asking, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const known = toAppError(error);
    if (signal.aborted || hasCode(known, 'cancelled', 'internal', 'database_unavailable')) throw error;
    const turnedAway = hasCode(known, 'site_wait', 'site_bot_check');
    // A network that fails says more than silence; being turned away says more than that.
    if (turnedAway || inquiry.blocked === null) inquiry.blocked = known;
    return null;
  }
}
