export const adminSections = ['users', 'invitations', 'licenses', 'tasks', 'engines', 'reports', 'limits', 'actions'] as const;
export type AdminSectionId = (typeof adminSections)[number];

/** The sections on a server for one person. */
export const ownerSections: readonly AdminSectionId[] = ['tasks', 'engines', 'limits'];

export function adminSectionOf(value: unknown): AdminSectionId | undefined {
  return adminSections.find((section) => section === value);
}
