import { z } from 'zod';
import { type ChatMessage, zChatMessage, zChatSource } from '../contract.ts';

const zRole = z.enum(['user', 'assistant', 'system']);

/** Messages of older forms: a string as content, and a time under one of two names. */
const zLegacy = z.looseObject({
  role: zRole.catch('user'),
  content: z.string(),
  created_at: z.unknown().optional(),
  createdAt: z.unknown().optional(),
});

const zLoose = z.looseObject({
  id: z.string().min(1).max(200),
  role: zRole,
  parts: z.array(z.unknown()),
  metadata: z.unknown().optional(),
});

/** Leaves out what is not a message. A legacy message gets the id `legacy-{index}`, after its place in the list. */
export function upgradeOldMessages(stored: unknown): ChatMessage[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((raw: unknown, index): ChatMessage[] => {
    const current = zChatMessage.safeParse(raw);
    if (current.success) return [current.data];
    const loose = zLoose.safeParse(raw);
    if (loose.success) {
      const { id, role, parts, metadata } = loose.data;
      return [{ id, role, parts: textParts(parts), metadata: readMetadata(metadata) }];
    }
    const legacy = zLegacy.safeParse(raw);
    if (!legacy.success) return [];
    const { role, content, created_at, createdAt } = legacy.data;
    const metadata = { createdAt: instantOf(createdAt) ?? instantOf(created_at), sources: [], related: [] };
    return [{ id: `legacy-${index}`, role, parts: [{ type: 'text', text: content }], metadata }];
  });
}

export function textOf(message: Pick<ChatMessage, 'parts'>): string {
  return message.parts.map(({ text }) => text).join('\n');
}

function textParts(parts: readonly unknown[]): ChatMessage['parts'] {
  return parts.flatMap((part) => {
    const text = z.looseObject({ type: z.literal('text'), text: z.string() }).safeParse(part);
    return text.success ? [{ type: 'text' as const, text: text.data.text }] : [];
  });
}

function readMetadata(raw: unknown): ChatMessage['metadata'] {
  const { createdAt, sources, related } = z
    .looseObject({
      createdAt: z.unknown().optional(),
      sources: z.array(z.unknown()).catch([]).default([]),
      related: z.array(z.unknown()).catch([]).default([]),
    })
    .catch({ createdAt: undefined, sources: [], related: [] })
    .parse(raw ?? {});
  return {
    createdAt: instantOf(createdAt),
    sources: sources.flatMap((source) => zChatSource.safeParse(source).data ?? []),
    related: related.filter((each) => typeof each === 'string').slice(0, 3),
  };
}

/** ISO 8601 in UTC from text, or from milliseconds or seconds since the epoch; null from anything else. */
function instantOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const time = new Date(typeof value === 'number' && value < 1e11 ? value * 1000 : value);
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? time.toISOString() : null;
}
