import { type InterfaceLanguage, interfaceLanguages } from '#lib/languages.ts';
import { type Role, roleOf } from '#lib/roles.ts';
import { type Theme, themes } from '#lib/themes.ts';
import { avatarIdOf } from './avatars.ts';
import type { GuestSession } from './session-length.ts';

export type AuthUser = {
  id: string;
  name: string | null;
  /** Null for guests and for the owner of a single-user server. */
  email: string | null;
  role: Role;
  isAnonymous: boolean;
  isOwner: boolean;
  language: InterfaceLanguage | null;
  theme: Theme | null;
  /** Last part of the picture's URL; null: no picture. */
  avatar: string | null;
  createdAt: Date;
  session: GuestSession;
};

const namelessGuest = 'Anonymous';
export const namelessOwner = 'Owner';

function nameless(isAnonymous: boolean, isOwner: boolean): string | null {
  if (isOwner) return namelessOwner;
  return isAnonymous ? namelessGuest : null;
}

export type UserRow = {
  id: string;
  name: string;
  email: string;
  createdAt: Date;
  isOwner?: boolean | null | undefined;
  isAnonymous?: boolean | null | undefined;
  isAdmin?: boolean | null | undefined;
  isLifetime?: boolean | null | undefined;
  paidUntil?: Date | null | undefined;
  language?: string | null | undefined;
  theme?: string | null | undefined;
  avatarBlob?: string | null | undefined;
};

export function toAuthUser(row: UserRow, opened: { id: string; expiresAt: Date }): AuthUser {
  const isAnonymous = row.isAnonymous === true;
  const isOwner = row.isOwner === true;
  const facts = {
    isAnonymous,
    isAdmin: row.isAdmin === true,
    isLifetime: row.isLifetime === true,
    paidUntil: row.paidUntil ? new Date(row.paidUntil) : null,
  };
  return {
    id: row.id,
    name: row.name === nameless(isAnonymous, isOwner) ? null : row.name,
    email: isOwner || isAnonymous ? null : row.email,
    role: roleOf(facts, new Date()),
    isAnonymous,
    isOwner,
    language: interfaceLanguages.find((one) => one === row.language) ?? null,
    theme: themes.find((one) => one === row.theme) ?? null,
    avatar: avatarIdOf(row.avatarBlob),
    createdAt: new Date(row.createdAt),
    session: { id: opened.id, expiresAt: new Date(opened.expiresAt) },
  };
}
