/** Once per run of the integration tests: the clusters that they clone their databases from, and the server that they start. */
import type { TestProject } from 'vitest/node';
import type { DatabaseConnection } from '#db/client.ts';
import { bundleServer } from './bundle.ts';
import { openClusters } from './clusters.ts';
import { makeRunFolder } from './run-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusters: { name: string; connection: DatabaseConnection }[];
  }
}

export async function setup(project: TestProject): Promise<() => unknown> {
  // `npm run mutate` runs tests a hundred times on the same clusters, with changed sources.
  const running = process.env.GLEANER_TEST_CLUSTERS;
  if (running !== undefined) {
    project.provide('clusters', JSON.parse(running));
    return makeRunFolder();
  }
  const [{ clusters, close }] = await Promise.all([openClusters(), bundleServer()]);
  project.provide('clusters', clusters);
  return close;
}
