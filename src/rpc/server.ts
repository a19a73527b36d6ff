import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, type z } from 'zod';
import type { Auth, AuthUser } from '#infra/auth/auth.ts';
import type { Logger } from '#infra/logger/logger.ts';
import type { Services } from '#infra/services.ts';
import { AppError, type ErrorCode, type ErrorParams, errorCodes, toAppError } from '#lib/app-error.ts';
import { may, type Permission } from '#lib/roles.ts';
import { statusOf } from './status.ts';

export type Context = {
  user: AuthUser | null;
  services: Services;
  auth: Auth;
  headers: Headers;
  /** Of the answer: whole lines of `set-cookie`. */
  setCookies(cookies: readonly string[]): void;
  requestId: string;
  /** IPv4, or the /64 block of IPv6, behind trusted proxies. */
  clientAddress: string;
  logger: Logger;
  /** Creates a guest account; the answer sets its cookie. Call it after all checks of input. Errors: `too_many_accounts`. */
  ensureUser(): Promise<AuthUser>;
  keepSession(): Promise<void>;
};

/** Sent as `error.data.app`. */
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

/** Node's error for a request that was not sent whole has no other mark. */
export function isClientGone(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 8; current = current.cause, depth++)
    if (current.message === 'aborted' && 'code' in current && current.code === 'ECONNRESET') return true;
  return false;
}

/** Invalid input becomes `bad_request` or the code that its schema names, an unknown call `not_found`. */
export function appErrorOf(error: TRPCError): AppError {
  if (error.cause instanceof ZodError && error.code === 'BAD_REQUEST') {
    const [issue] = error.cause.issues;
    const named = issue?.code === 'custom' ? errorCodes.find((code) => code === issue.params?.error) : undefined;
    if (named) return new AppError(named, { cause: error });
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

/** Errors: `unauthenticated`. */
export const userProcedure = publicProcedure.use(async ({ ctx, next }) => {
  if (!ctx.user) throw fail('unauthenticated');
  return next({ ctx: { ...ctx, user: ctx.user } });
});

/** Errors: `unauthenticated` without an account, `sign_in_needed` for guests, `not_allowed` for other roles. */
export function permittedProcedure(permission: Permission) {
  return userProcedure.use(async ({ ctx, next }) => {
    if (!may(ctx.user.role, permission)) throw fail(ctx.user.role === 'guest' ? 'sign_in_needed' : 'not_allowed');
    return next();
  });
}

/** For anybody else these calls do not exist. Errors: `not_found`. */
export const adminProcedure = publicProcedure.use(async ({ ctx, next }) => {
  if (!ctx.user || !may(ctx.user.role, 'administer')) throw fail('not_found');
  return next({ ctx: { ...ctx, user: ctx.user } });
});

function fail(code: 'unauthenticated' | 'sign_in_needed' | 'not_allowed' | 'not_found'): TRPCError {
  return new TRPCError({ code: code === 'not_found' ? 'NOT_FOUND' : 'UNAUTHORIZED', cause: new AppError(code) });
}

/** Forces `parse`: `parseAsync`, which calls prefer, takes ten times as long for 30,000 lines and blocks the thread. */
export function largeOutput<Schema extends z.ZodType>(
  schema: Schema,
): {
  _input: z.input<Schema>;
  _output: z.output<Schema>;
  parse(value: unknown): z.output<Schema>;
} {
  return { parse: (value: unknown) => schema.parse(value) } as ReturnType<typeof largeOutput<Schema>>;
}
