import { sql } from 'drizzle-orm';
import { user } from '#db/schema/auth.ts';

/** For `followed`, a subscription. A guest is a browser, and one person has several: two of them would make public what that one follows. */
export const ofAccount = sql`exists (select 1 from ${user} follower
  where follower.id = followed.user_id and follower.is_anonymous is not true)`;
