import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { engineHealth } from '#db/schema/engine-health.ts';
import type { Logger } from '#infra/logger/logger.ts';
import { type ErrorCode, findAppError } from '#lib/app-error.ts';
import type { EngineId } from '#lib/engines.ts';

/** Records how the work of an engine ended. Never throws; the write happens in the background. */
export type HealthBook = {
  worked(engine: EngineId): void;
  failed(engine: EngineId, error: unknown): void;
};

/** A repeated outcome is written only once in this time, so that a busy server writes little. */
const quietMs = 15_000;

/** Error codes that are the engine's own fault. Other errors are caused by its input. */
const ownFaults: Record<EngineId, RegExp> = {
  model: /^(?:llm_(?!refused|bad_output|cost_limit|not_configured)\w+|timed_out|internal)$/,
  speech: /^(?:speech_(?!no_words|not_configured|models_managed)\w+|timed_out|internal)$/,
  pages: /^(?:timed_out|internal|busy)$/,
  ytdlp: /^(?:ytdlp_\w+|timed_out|internal)$/,
  mail: /^mail_failed$/,
};

export function faultOf(engine: EngineId, error: unknown): ErrorCode | null {
  const code = findAppError(error)?.code ?? 'internal';
  return ownFaults[engine].test(code) ? code : null;
}

export function createHealthBook({ db, logger }: { db: Db; logger: Logger }): HealthBook {
  const noted = new Map<string, number>();

  function note(engine: EngineId, code: ErrorCode | null): void {
    const outcome = `${engine} ${code ?? ''}`;
    const last = noted.get(outcome);
    if (last !== undefined && performance.now() - last < quietMs) return;
    // A different outcome ends the quiet time of the others.
    for (const known of noted.keys()) if (known.startsWith(`${engine} `)) noted.delete(known);
    noted.set(outcome, performance.now());
    void write(db, engine, code).catch((error: unknown) => logger.debug({ err: error, engine }, 'health could not be noted'));
  }

  return {
    worked: (engine) => note(engine, null),
    failed(engine, error) {
      const code = faultOf(engine, error);
      if (code !== null) note(engine, code);
    },
  };
}

async function write(db: Db, engine: EngineId, code: ErrorCode | null): Promise<void> {
  const set = code === null ? { workedAt: sql`now()` } : { failedAt: sql`now()`, errorCode: code };
  await db
    .insert(engineHealth)
    .values({ engine, ...set })
    .onConflictDoUpdate({ target: engineHealth.engine, set });
}
