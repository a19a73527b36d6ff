/** Once per run of the integration tests: the clusters that they clone their databases from. */
import type { TestProject } from 'vitest/node';
import type { DatabaseConnection } from '#db/client.ts';
import { startPackagedCluster, startSystemCluster } from '../database/databases.ts';
import { makeRunFolder } from './run-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusters: { name: string; connection: DatabaseConnection }[];
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeRunFolder = makeRunFolder();
  const packaged = await startPackagedCluster();
  const system = await startSystemCluster();
  const clusters = system ? [packaged, system] : [packaged];
  project.provide(
    'clusters',
    clusters.map(({ name, connection }) => ({ name, connection })),
  );
  return async () => {
    for (const cluster of clusters) await cluster.stop();
    removeRunFolder();
  };
}
