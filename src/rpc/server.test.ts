import { TRPCError } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '#infra/logger/logger.ts';
import { AppError } from '#lib/app-error.ts';
import {
  adminProcedure,
  appErrorOf,
  type Context,
  isClientGone,
  largeOutput,
  permittedProcedure,
  publicProcedure,
  router,
  userProcedure,
} from './server.ts';
import { statusOf } from './status.ts';

const failed = (code: TRPCError['code'], cause?: unknown) => appErrorOf(new TRPCError({ code, cause }));
const gone = (): Error => Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

test('calls: an error of the product keeps its code and params', () => {
  expect(failed('INTERNAL_SERVER_ERROR', new AppError('too_many_answers', { params: { most: 3 } }))).toMatchObject({
    code: 'too_many_answers',
    params: { most: 3 },
  });
  expect(failed('BAD_REQUEST', new AppError('note_conflict')).code).toBe('note_conflict');
});

test.each<[TRPCError['code'], string]>([
  ['BAD_REQUEST', 'bad_request'],
  ['PARSE_ERROR', 'bad_request'],
  ['UNSUPPORTED_MEDIA_TYPE', 'bad_request'],
  ['METHOD_NOT_SUPPORTED', 'bad_request'],
  ['PAYLOAD_TOO_LARGE', 'bad_request'],
  ['NOT_FOUND', 'not_found'],
  ['CLIENT_CLOSED_REQUEST', 'cancelled'],
  ['INTERNAL_SERVER_ERROR', 'internal'],
  ['TOO_MANY_REQUESTS', 'internal'],
])('calls: %s without a code of ours is %s', (code, expected) => {
  expect(failed(code)).toMatchObject({ code: expected, params: {} });
});

test('calls: wrong input names its field; wrong output is a fault of the server', () => {
  const { error } = z.object({ items: z.array(z.object({ url: z.string() })) }).safeParse({ items: [{ url: 5 }] });
  expect(failed('BAD_REQUEST', error)).toMatchObject({ code: 'bad_request', params: { field: 'items.0.url' } });
  const named = (params: object) =>
    z
      .string()
      .refine(() => false, { params })
      .safeParse('x').error;
  expect(failed('BAD_REQUEST', named({ error: 'email_unfit' })).code).toBe('email_unfit');
  expect(failed('BAD_REQUEST', named({ error: 'no code of ours' })).code).toBe('bad_request');
  expect(failed('BAD_REQUEST', new z.ZodError([]))).toMatchObject({ code: 'bad_request', params: {} });
  expect(failed('INTERNAL_SERVER_ERROR', error)).toMatchObject({ code: 'internal', params: {} });
});

test('calls: a client that left is known by both marks, however deep, and nothing else is', () => {
  const wrapped = (cause: unknown, depth: number): Error =>
    depth === 0 ? (cause as Error) : new Error('outer', { cause: wrapped(cause, depth - 1) });
  expect(isClientGone(gone())).toBe(true);
  expect(isClientGone(wrapped(gone(), 7))).toBe(true);
  expect(isClientGone(wrapped(gone(), 8))).toBe(false);
  expect(isClientGone(new Error('aborted'))).toBe(false);
  expect(isClientGone(Object.assign(new Error('aborted'), { code: 'EPIPE' }))).toBe(false);
  expect(isClientGone(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))).toBe(false);
  expect(isClientGone({ message: 'aborted', code: 'ECONNRESET' })).toBe(false);
  expect(isClientGone(undefined)).toBe(false);
  expect(failed('INTERNAL_SERVER_ERROR', gone())).toMatchObject({ code: 'cancelled', cause: { cause: { code: 'ECONNRESET' } } });
  expect(failed('BAD_REQUEST', gone()).code).toBe('cancelled');
});

test('calls: large output is parsed at once, and refused when it is wrong', () => {
  const schema = z.strictObject({ at: z.coerce.number() });
  expect(largeOutput(schema).parse({ at: '5' })).toEqual({ at: 5 });
  expect(() => largeOutput(schema).parse({ at: 5, more: 1 })).toThrow(z.ZodError);
});

test('calls: are logged with what they were, wait for a session to be kept, and ask for a user where one is needed', async () => {
  const said: { [name: string]: unknown }[] = [];
  const logger = createLogger({ level: 'debug', format: 'json', secrets: [], write: (line) => said.push(JSON.parse(line)) });
  let kept = 0;
  const fail = (error: Error) => publicProcedure.mutation(() => Promise.reject(error));
  const calls = router({
    fine: publicProcedure.query(() => 'fine'),
    refused: fail(new AppError('note_conflict')),
    broken: fail(new Error('a fault')),
    mine: userProcedure.query(({ ctx }) => ctx.user.id),
  });
  const caller = (user: unknown) =>
    calls.createCaller({ user, logger, keepSession: async () => void kept++ } as unknown as Context);

  const began = performance.now();
  expect(await caller(null).fine()).toBe('fine');
  expect(kept).toBe(1);
  await expect(caller(null).refused()).rejects.toThrow();
  await expect(caller(null).broken()).rejects.toThrow();
  await expect(caller(null).mine()).rejects.toMatchObject({ code: 'UNAUTHORIZED', cause: { code: 'unauthenticated' } });
  expect(kept).toBe(1);
  expect(await caller({ id: 'ada' }).mine()).toBe('ada');
  expect(kept).toBe(2);
  const ms = expect.any(Number);
  for (const line of said) expect(line.ms).toBeLessThanOrEqual(performance.now() - began + 1);
  expect(said).toMatchObject([
    { msg: 'call', path: 'fine', type: 'query', ms },
    { msg: 'call refused', path: 'refused', type: 'mutation', ms, code: 'note_conflict', detail: 'note_conflict' },
    { msg: 'call failed', path: 'broken', type: 'mutation', ms, err: expect.anything() },
    { msg: 'call refused', path: 'mine', type: 'query', ms, code: 'unauthenticated' },
    { msg: 'call', path: 'mine', type: 'query', ms },
  ]);
});

test('calls: what a role may not do is refused with what would help, and an administrator’s calls do not exist for others', async () => {
  const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
  const calls = router({
    publish: permittedProcedure('publish').query(({ ctx }) => ctx.user.id),
    pro: permittedProcedure('exportProFormats').query(({ ctx }) => ctx.user.id),
    admin: adminProcedure.query(({ ctx }) => ctx.user.id),
  });
  const ends = async (role: string | null) => {
    const user = role === null ? null : { id: `a ${role}`, role };
    const caller = calls.createCaller({ user, logger, keepSession: async () => undefined } as unknown as Context);
    const refusal = (error: unknown) => {
      if (!(error instanceof TRPCError && error.cause instanceof AppError)) return error;
      expect(error.code).toBe(error.cause.code === 'not_found' ? 'NOT_FOUND' : 'UNAUTHORIZED');
      return error.cause.code;
    };
    return Promise.all([caller.publish(), caller.pro(), caller.admin()].map((call) => call.catch(refusal)));
  };
  expect(await ends(null)).toEqual(['unauthenticated', 'unauthenticated', 'not_found']);
  expect(await ends('guest')).toEqual(['sign_in_needed', 'sign_in_needed', 'not_found']);
  expect(await ends('user')).toEqual(['a user', 'not_allowed', 'not_found']);
  expect(await ends('paid')).toEqual(['a paid', 'a paid', 'not_found']);
  expect(await ends('admin')).toEqual(['a admin', 'a admin', 'a admin']);
});

test('calls: an error tells its code and what its words need, and nothing else', () => {
  const { errorFormatter, isDev, sse } = router({ fine: publicProcedure.query(() => 'fine') })._def._config;
  const error = new TRPCError({
    code: 'BAD_REQUEST',
    message: 'inner words',
    cause: new AppError('too_many_answers', { params: { most: 3 } }),
  });
  const data = { code: 'BAD_REQUEST', httpStatus: 400, path: 'fine', stack: 'inner' } as const;
  const shape = { code: -32_600, message: 'inner words', data } as const;
  const formatted = errorFormatter({ shape, error, type: 'query', path: 'fine', input: undefined, ctx: undefined });
  expect(formatted).toEqual({
    code: -32_600,
    message: 'too_many_answers',
    data: { code: 'BAD_REQUEST', httpStatus: statusOf.too_many_answers, app: { code: 'too_many_answers', params: { most: 3 } } },
  });
  expect([isDev, sse]).toEqual([
    ...[false, { ping: { enabled: true, intervalMs: 5000 }, client: { reconnectAfterInactivityMs: 15_000 } }],
  ]);
});

test.each<TRPCError['code']>(['BAD_REQUEST', 'NOT_FOUND', 'CLIENT_CLOSED_REQUEST'])('calls: %s keeps its cause', (code) => {
  const error = new TRPCError({ code });
  expect(appErrorOf(error).cause).toBe(error);
  const unfit = new TRPCError({ code: 'BAD_REQUEST', cause: new z.ZodError([]) });
  expect(appErrorOf(unfit).cause).toBe(unfit);
  const { error: custom } = z
    .string()
    .refine(() => false, { params: { error: 'email_unfit' } })
    .safeParse('x');
  const named = new TRPCError({ code: 'BAD_REQUEST', cause: custom });
  expect(appErrorOf(named).cause).toBe(named);
});

test('calls: a session is kept before its call is answered, and not by a subscription', async () => {
  const logger = createLogger({ level: 'silent', format: 'json', secrets: [] });
  const steps: string[] = [];
  const keepSession = async () => {
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    steps.push('kept');
  };
  const calls = router({
    fine: publicProcedure.query(() => 'fine'),
    listen: publicProcedure.subscription(async function* () {
      yield 'heard';
    }),
  });
  const caller = calls.createCaller({ user: null, logger, keepSession } as unknown as Context);
  await caller.listen();
  expect(steps).toEqual([]);
  await caller.fine().then(() => steps.push('answered'));
  expect(steps).toEqual(['kept', 'answered']);
});
