import { count, sql } from 'drizzle-orm';
import { engineHealth } from '#db/schema/engine-health.ts';
import { tasks } from '#db/schema/tasks.ts';
import { faultOf } from '#infra/engine-health/health-book.ts';
import { requireLiveWorker } from '#infra/jobs/liveness.ts';
import { takeFromLimits } from '#infra/limits/counted-limits.ts';
import type { Services } from '#infra/services.ts';
import { AppError, type ErrorCode, errorCodes, toAppError } from '#lib/app-error.ts';
import { type EngineId, engineIds } from '#lib/engines.ts';
import type { Engine, EngineTest, ServerState } from '../contract.ts';

const testsPerHour = 30;
const testTimeoutMs = 30_000;
const lookTimeoutMs = 3000;
const fewTokens = 16;
/** Reserved for examples (RFC 2606), so everybody may fetch it. */
const testPage = 'https://example.com/';
const silence = { index: 0, startMs: 0, endMs: 1000, pcm: new Uint8Array(2 * 16_000) };

export async function readEngines(services: Services): Promise<Engine[]> {
  const rows = new Map((await services.db.select().from(engineHealth)).map((row) => [row.engine, row]));
  const version = await services.ytDlp.version(AbortSignal.timeout(lookTimeoutMs)).catch(() => null);
  return engineIds.map((id) => {
    const row = rows.get(id);
    const [workedAt, failedAt] = [row?.workedAt ?? null, row?.failedAt ?? null];
    const name = nameOf(services, id, version);
    return {
      id,
      name,
      state: name === null ? 'off' : stateOf(workedAt, failedAt),
      workedAt: workedAt?.toISOString() ?? null,
      failedAt: failedAt?.toISOString() ?? null,
      errorCode: errorCodes.find((code) => code === row?.errorCode) ?? null,
    };
  });
}

function stateOf(workedAt: Date | null, failedAt: Date | null): Engine['state'] {
  if (failedAt !== null && (workedAt === null || failedAt > workedAt)) return 'failing';
  return workedAt === null ? 'unused' : 'working';
}

/** Null where it is not set up. Never contains a key, or an address with a key. */
function nameOf(services: Services, id: EngineId, ytDlpVersion: string | null): string | null {
  const { llm, speech, renderPage, mailer, settings } = services;
  const names: Record<EngineId, string | null> = {
    model: llm?.id ?? null,
    speech: speech === null ? null : (settings.speech.service ?? 'local'),
    pages: renderPage === null ? null : 'Chromium',
    ytdlp: ytDlpVersion === null ? null : `yt-dlp ${ytDlpVersion}`,
    mail: mailer.host ?? 'folder',
  };
  return names[id];
}

export async function readServerState({ db, disk, blobs }: Services): Promise<ServerState> {
  const ok = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    );
  const [depth, workers, storage, space, roomBytes] = await Promise.all([
    db
      .select({ state: tasks.state, many: count() })
      .from(tasks)
      .where(sql`${tasks.state} in ('queued', 'running')`)
      .groupBy(tasks.state),
    ok(requireLiveWorker(db)),
    ok(blobs.check()),
    disk.state(),
    disk.roomBytes(),
  ]);
  const many = (state: string) => depth.find((row) => row.state === state)?.many ?? 0;
  return { workers, storage, space, roomBytes: Math.max(0, roomBytes), queued: many('queued'), running: many('running') };
}

/** Errors: `too_many_attempts` (`minutes`), `not_found` where it is not set up. If the engine fails, that is the result. */
export async function testEngine(
  services: Services,
  { engine, userId, signal }: { engine: EngineId; userId: string; signal: AbortSignal },
): Promise<EngineTest> {
  const { db, ytDlp } = services;
  const version = engine === 'ytdlp' ? await ytDlp.version(signal).catch(() => null) : null;
  if (nameOf(services, engine, version) === null) throw new AppError('not_found');
  const refusal = (minutes: number) => ({ code: 'too_many_attempts' as const, params: { minutes } });
  await takeFromLimits(db, [{ key: `engine-tests:${userId}`, most: testsPerHour, windowSeconds: 3600, refusal }]);
  const started = performance.now();
  const errorCode = await outcomeOf(services, engine, AbortSignal.any([signal, AbortSignal.timeout(testTimeoutMs)]));
  return { errorCode, ms: Math.round(performance.now() - started) };
}

async function outcomeOf(services: Services, engine: EngineId, signal: AbortSignal): Promise<ErrorCode | null> {
  try {
    await tests[engine](services, signal);
    return null;
  } catch (error) {
    const code = toAppError(error).code;
    return code === 'cancelled' || code === 'internal' ? (signal.aborted ? 'timed_out' : (faultOf(engine, error) ?? code)) : code;
  }
}

/** Each test takes the path of real work, so that its outcome is recorded in the same way. */
const tests: Record<EngineId, (services: Services, signal: AbortSignal) => Promise<unknown>> = {
  async model({ llm }, signal) {
    const request = { instructions: 'Answer with OK.', prompt: 'OK?', maxOutputTokens: fewTokens, signal };
    for await (const part of llm?.stream(request) ?? []) if (part.type === 'text') break;
  },
  async speech({ speech }, signal) {
    const engine = await speech?.engineFor('en', signal);
    await engine?.recognise(silence, { language: 'en', prompt: '', signal });
  },
  pages: async ({ renderPage }, signal) => renderPage?.(testPage, signal),
  ytdlp: ({ ytDlp }, signal) => ytDlp.version(signal),
  mail: ({ mailer }) => mailer.check(),
};
