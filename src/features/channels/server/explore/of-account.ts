import { sql } from 'drizzle-orm';
import { user } from '#db/schema/auth.ts';

/** One person with two browsers is two guests: counting guests would show everybody what that person follows. */
export const ofAccount = sql`exists (select 1 from ${user} follower
  where follower.id = followed.user_id and follower.is_anonymous is not true)`;
