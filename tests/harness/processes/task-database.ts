/** A database with tasks whose rows a test writes itself, and a process of the server that begins tasks and runs none. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { inject } from 'vitest';
import { createDatabase, type DatabaseClient, type DatabaseConnection } from '#db/client.ts';
import { tasks as table } from '#db/schema/tasks.ts';
import { cloneDatabase } from '../database/databases.ts';
import { prepareTaskTests, type Script, startTaskProcess, type TaskProcess } from './task-kinds.ts';

export type TaskDatabase = {
  connection: DatabaseConnection;
  admin: DatabaseClient;
  idle: TaskProcess;
  /** Of `test-work` and of Ada, unless told otherwise. Gives its id. */
  insert: (values?: Partial<typeof table.$inferInsert>) => Promise<string>;
  rowOf: (id: string) => Promise<typeof table.$inferSelect | undefined>;
  close: () => Promise<void>;
};

export async function openTaskDatabase(
  script: Pick<Script, 'settle'> & { besides?: readonly unknown[] } = {},
): Promise<TaskDatabase> {
  const [cluster] = inject('clusters');
  if (!cluster) throw new Error('no cluster');
  const database = await cloneDatabase(cluster.connection);
  const admin = createDatabase(database.connection, { max: 3, applicationName: 'test' });
  await prepareTaskTests(admin);
  const idle = await startTaskProcess(database.connection, { run: async () => undefined, works: false, ...script });
  return {
    connection: database.connection,
    admin,
    idle,
    async insert(values = {}) {
      const [row] = await admin.db
        .insert(table)
        .values({ kind: 'test-work', key: randomUUID(), userId: 'ada', payload: { name: 'x' }, ...values })
        .returning({ id: table.id });
      return row?.id ?? '';
    },
    async rowOf(id) {
      const [row] = await admin.db.select().from(table).where(eq(table.id, id));
      return row;
    },
    async close() {
      await idle.stop();
      await admin.close();
      await database.drop();
    },
  };
}
