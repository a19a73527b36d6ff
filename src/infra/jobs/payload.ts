import { z } from 'zod';
import type { JobDefinition } from './job.ts';

const zEnvelope = z.object({ v: z.number(), p: z.unknown() });

export function readPayload(
  job: JobDefinition<unknown>,
  data: unknown,
): { ok: true; value: unknown } | { ok: false; problem: string } {
  const envelope = zEnvelope.safeParse(data);
  if (!envelope.success) return { ok: false, problem: 'no envelope' };
  if (envelope.data.v !== job.version) return { ok: false, problem: `version ${envelope.data.v}, expected ${job.version}` };
  const payload = job.payload.safeParse(envelope.data.p);
  if (!payload.success) return { ok: false, problem: payload.error.issues.map((issue) => issue.path.join('.')).join(', ') };
  return { ok: true, value: payload.data };
}
