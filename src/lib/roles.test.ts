import { describe, expect, it } from 'vitest';
import { may, type Role, type RoleFacts, roleOf, roles } from './roles.ts';

const now = new Date('2026-11-24T12:00:00Z');
const nothing: RoleFacts = { isAnonymous: false, isAdmin: false, isLifetime: false, paidUntil: null };

describe('roles', () => {
  it.each<[Partial<RoleFacts>, Role]>([
    [{ isAnonymous: true, isAdmin: true, isLifetime: true }, 'guest'],
    [{}, 'user'],
    [{ paidUntil: new Date(now.getTime() + 1) }, 'paid'],
    [{ paidUntil: now }, 'user'],
    [{ paidUntil: new Date(now.getTime() - 1), isLifetime: true }, 'lifetime'],
    [{ isAdmin: true, isLifetime: true }, 'admin'],
  ])('ACC-01 %o is %s', (facts, role) => {
    expect(roleOf({ ...nothing, ...facts }, now)).toBe(role);
  });

  it('ACC-01 ACC-04 what each role may do is this table', () => {
    const allowed = (permission: Parameters<typeof may>[1]) => roles.filter((role) => may(role, permission));
    expect(allowed('administer')).toEqual(['admin']);
    expect(allowed('batchSummarise')).toEqual(['user', 'paid', 'lifetime', 'admin']);
    expect(allowed('addPlaylist')).toEqual(['user', 'paid', 'lifetime', 'admin']);
    expect(allowed('changeUsername')).toEqual(['user', 'paid', 'lifetime', 'admin']);
    expect(allowed('activateLicense')).toEqual(['user', 'paid', 'lifetime', 'admin']);
    expect(allowed('keepPreferences')).toEqual(['user', 'paid', 'lifetime', 'admin']);
    expect(allowed('exportProFormats')).toEqual(['paid', 'lifetime', 'admin']);
    expect(allowed('unlimitedTime')).toEqual(['paid', 'lifetime', 'admin']);
    expect(allowed('holdApiBalance')).toEqual(['paid', 'lifetime', 'admin']);
    expect(allowed('seePromotions')).toEqual(['guest', 'user', 'paid']);
  });
});
