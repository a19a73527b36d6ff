/** The clusters of a test run, in a folder that goes with it. */
import type { DatabaseConnection } from '#db/client.ts';
import { startPackagedCluster, startSystemCluster } from '../database/databases.ts';
import { makeRunFolder } from './run-folder.ts';

export type OpenClusters = { clusters: { name: string; connection: DatabaseConnection }[]; close: () => Promise<void> };

export async function openClusters(): Promise<OpenClusters> {
  const removeRunFolder = makeRunFolder();
  const packaged = await startPackagedCluster();
  const system = await startSystemCluster();
  const clusters = system ? [packaged, system] : [packaged];
  return {
    clusters: clusters.map(({ name, connection }) => ({ name, connection })),
    async close() {
      for (const cluster of clusters) await cluster.stop();
      removeRunFolder();
    },
  };
}
