/** A program: clusters for many test runs (`GLEANER_TEST_CLUSTERS`). Prints them as a line of JSON; ends with its input. */
import { openClusters } from './clusters.ts';

const { clusters, close } = await openClusters();
process.stdout.write(`${JSON.stringify(clusters)}\n`);
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('close', resolve));
await close();
