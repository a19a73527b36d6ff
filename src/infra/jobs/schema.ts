export const queueSchema = 'pgboss';
