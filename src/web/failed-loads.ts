/** Parts of the interface that could not be fetched: their errors say nothing that code could decide by. */
const failed = new WeakSet<Error>();

/** Call it with what `vite:preloadError` carries. */
export function rememberFailedLoad(error: Error): void {
  failed.add(error);
}

/** The server is away, so the page could not come. */
export function isFailedLoad(error: unknown): boolean {
  return error instanceof Error && failed.has(error);
}
