/** The frame of all calls: who asks, what they may reach, and how failures look from outside. */
import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, type z } from 'zod';
import type { AuthUser } from '#infra/auth/auth.ts';
import type { Logger } from '#infra/logger/logger.ts';
import type { Services } from '#infra/services.ts';
import { AppError, type ErrorCode, type ErrorParams, toAppError } from '#lib/app-error.ts';
import { statusOf } from './status.ts';

export type Context = {
  user: AuthUser | null;
  services: Services;
  requestId: string;
  /** What limits count a client by: its IPv4 address, or the /64 block of its IPv6 address. Proxies are seen through where they are trusted. */
  clientAddress: string;
  logger: Logger;
  /**
   * The user, made when there is none yet; the answer then carries the session cookie. Call it once the input is known to be
   * good, after all refusals that need no account. Errors: `too_many_accounts`.
   */
  ensureUser(): Promise<AuthUser>;
  /** Makes the session last once its account holds something. */
  keepSession(): Promise<void>;
};

/** What the interface gets to know about a failure, in `error.data.app`. */
export type AppErrorShape = { code: ErrorCode; params: ErrorParams };

const trpc = initTRPC.context<Context>().create({
  isDev: false,
  sse: {
    // Proxies cut silent connections, and browsers only notice a dead one when something was due.
    ping: { enabled: true, intervalMs: 5000 },
    client: { reconnectAfterInactivityMs: 15_000 },
  },
  errorFormatter({ shape, error }) {
    const known = appErrorOf(error);
    const app: AppErrorShape = { code: known.code, params: known.params };
    return {
      code: shape.code,
      message: known.code,
      data: { code: shape.data.code, httpStatus: statusOf[known.code], app },
    };
  },
});

/** Did the client go away before it had sent what it announced? Node's own error for that has no other mark. */
export function isClientGone(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth++)
    if (current.message === 'aborted' && 'code' in current && current.code === 'ECONNRESET') return true;
  return false;
}

/** Any failure of a call as an AppError: input that does not fit is `bad_request`, an unknown call `not_found`. */
export function appErrorOf(error: TRPCError): AppError {
  if (error.cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    const [issue] = error.cause.issues;
    return new AppError('bad_request', { cause: error, params: issue ? { field: issue.path.join('.') } : {} });
  }
  const known = toAppError(error);
  if (known.code !== 'internal') return known;
  if (isClientGone(error)) return new AppError('cancelled', { cause: error });
  switch (error.code) {
    case 'BAD_REQUEST':
    case 'PARSE_ERROR':
    case 'UNSUPPORTED_MEDIA_TYPE':
    case 'METHOD_NOT_SUPPORTED':
    case 'PAYLOAD_TOO_LARGE':
      return new AppError('bad_request', { cause: error });
    case 'NOT_FOUND':
      return new AppError('not_found', { cause: error });
    case 'CLIENT_CLOSED_REQUEST':
      return new AppError('cancelled', { cause: error });
    default:
      return known;
  }
}

const logged = trpc.middleware(async ({ ctx, path, type, next }) => {
  const started = performance.now();
  const result = await next();
  const ms = Math.round(performance.now() - started);
  if (result.ok) {
    ctx.logger.debug({ path, type, ms }, 'call');
    if (type !== 'subscription') await ctx.keepSession();
    return result;
  }
  const known = appErrorOf(result.error);
  if (known.code === 'internal') ctx.logger.error({ path, type, ms, err: result.error }, 'call failed');
  else ctx.logger.info({ path, type, ms, code: known.code, detail: known.message }, 'call refused');
  return result;
});

export const router = trpc.router;

export const publicProcedure = trpc.procedure.use(logged);

/** A session is needed: `unauthenticated` without one. */
export const userProcedure = publicProcedure.use(async ({ ctx, next }) => {
  if (!ctx.user) throw fail(new AppError('unauthenticated'));
  return next({ ctx: { ...ctx, user: ctx.user } });
});

function fail(error: AppError): TRPCError {
  return new TRPCError({ code: 'UNAUTHORIZED', cause: error });
}

/**
 * The schema of a large output. Calls check outputs with `parseAsync` where a schema has it; for a transcript of 30,000
 * lines that takes ten times as long as `parse`, all of it on the thread that answers requests.
 */
export function largeOutput<Schema extends z.ZodType>(
  schema: Schema,
): {
  _input: z.input<Schema>;
  _output: z.output<Schema>;
  parse(value: unknown): z.output<Schema>;
} {
  // The first two are for the types alone.
  return { parse: (value: unknown) => schema.parse(value) } as ReturnType<typeof largeOutput<Schema>>;
}
