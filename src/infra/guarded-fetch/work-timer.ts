export function createWorkTimer(limitMs: number) {
  const limit = new AbortController();
  let leftMs = limitMs;
  let startedAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: limit.signal,
    run(): void {
      if (startedAt !== null) return;
      startedAt = performance.now();
      timer = setTimeout(() => limit.abort(new DOMException('the time limit is over', 'TimeoutError')), leftMs);
      timer.unref();
    },
    pause(): void {
      if (startedAt === null) return;
      clearTimeout(timer);
      leftMs = Math.max(0, leftMs - (performance.now() - startedAt));
      startedAt = null;
    },
  };
}
