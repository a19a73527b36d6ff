import { eq } from 'drizzle-orm';
import type { Executor } from '#db/client.ts';
import { user } from '#db/schema/auth.ts';
import type { InterfaceLanguage } from '#lib/languages.ts';
import type { Theme } from '#lib/themes.ts';

/** Absent fields are not changed. */
export type Preferences = { language?: InterfaceLanguage | undefined; theme?: Theme | undefined };

export async function savePreferences(db: Executor, userId: string, { language, theme }: Preferences): Promise<void> {
  const changes = { ...(language === undefined ? {} : { language }), ...(theme === undefined ? {} : { theme }) };
  if (Object.keys(changes).length > 0)
    await db
      .update(user)
      .set({ ...changes, updatedAt: new Date() })
      .where(eq(user.id, userId));
}
