import type { EnginePorts } from '#engine/ports.ts';
import type { Services } from '#infra/services.ts';
import { AppError } from '#lib/app-error.ts';
import { sleep } from '#lib/sleep.ts';

export function readOnlyPorts(services: Services): EnginePorts {
  const storesNothing = (): never => {
    throw new AppError('internal', { detail: 'a look stores nothing' });
  };
  return {
    fetch: services.fetch,
    media: services.media,
    compute: (computation, input, options) => services.compute(computation, input, { ...options, urgent: true }),
    extractPage: services.extractPage,
    readDocument: services.readDocument,
    youtubeClients: services.youtubeClients,
    ytDlp: services.ytDlp,
    blobs: { put: storesNothing, localPath: storesNothing, delete: storesNothing },
    checkpoints: { get: async () => undefined, put: async () => undefined },
    llm: null,
    clock: { now: Date.now, sleep },
  };
}
