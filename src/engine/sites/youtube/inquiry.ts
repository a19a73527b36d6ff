import { type AppError, hasCode, toAppError } from '#lib/app-error.ts';
import { type Asking, askPage, askPlayer, botCheck, siteWait } from './ask.ts';
import { chooseClients, type YoutubeClient } from './clients.ts';
import { type PlayerResponse, type PlayerState, readPlayerResponse } from './player-response.ts';
import { readWatchPage, type WatchPage } from './watch-page.ts';

export type Answer = { player: PlayerResponse; client: YoutubeClient };

export type Inquiry = {
  videoId: string;
  answers: Answer[];
  data: unknown;
  blocked: AppError | null;
  next(): Promise<Answer | null>;
};

/** `has_verified` and `bpctr` skip a warning that needs a click. */
function watchPath(videoId: string): string {
  return `/watch?v=${videoId}&hl=en&bpctr=9999999999&has_verified=1`;
}

/** Asks clients until one knows the video or a definite reason. Errors: `cancelled`; all others are put into `blocked`. */
export async function inquire(videoId: string, preferences: readonly string[] | undefined, asking: Asking): Promise<Inquiry> {
  const clients = chooseClients(preferences);
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

/** The site sometimes answers about another video; a refusal often has no id. */
function isAbout(player: PlayerResponse, videoId: string): boolean {
  return player.videoId === null || player.videoId === videoId;
}

/** These states depend on the client, so another client may get a better answer. */
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

/** A failed client does not prevent asking the others. */
async function orBlocked<T>(inquiry: Inquiry, { signal }: Asking, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const known = toAppError(error);
    if (signal.aborted || hasCode(known, 'cancelled', 'internal', 'database_unavailable')) throw error;
    const turnedAway = hasCode(known, 'site_wait', 'site_bot_check');
    // A refusal says more than a network error.
    if (turnedAway || inquiry.blocked === null) inquiry.blocked = known;
    return null;
  }
}
