/** The queue's tables stand in a schema of their own, made and updated by the queue. */
export const queueSchema = 'pgboss';
