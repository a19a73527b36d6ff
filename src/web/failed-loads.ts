/** Errors of parts of the interface that could not be fetched. Nothing in the errors themselves identifies them reliably. */
const failed = new WeakSet<Error>();

/** Call it with the error of a `vite:preloadError` event. */
export function rememberFailedLoad(error: Error): void {
  failed.add(error);
}

export function isFailedLoad(error: unknown): boolean {
  return error instanceof Error && failed.has(error);
}
