/** Speech density from subtitles, in place of a waveform. */
type Spoken = { startMs: number | null; endMs: number | null; text: string };

/** `buckets` values from 0 to 1 (the densest): characters spoken in equal parts of the duration. Empty without speech. */
export function speechDensity(segments: readonly Spoken[], durationMs: number, buckets: number): number[] {
  if (durationMs <= 0 || buckets < 1) return [];
  const sums = Array.from({ length: buckets }, () => 0);
  const bucketMs = durationMs / buckets;
  for (const { startMs, endMs, text } of segments) {
    if (startMs === null || startMs >= durationMs) continue;
    const end = Math.min(durationMs, Math.max(endMs ?? startMs, startMs + 1));
    const perMs = text.length / (end - startMs);
    const last = Math.min(buckets - 1, Math.floor((end - 1e-6) / bucketMs));
    for (let bucket = Math.floor(startMs / bucketMs); bucket <= last; bucket++) {
      const from = Math.max(startMs, bucket * bucketMs);
      const to = Math.min(end, (bucket + 1) * bucketMs);
      if (to > from) sums[bucket] = (sums[bucket] ?? 0) + (to - from) * perMs;
    }
  }
  const max = Math.max(...sums);
  return max > 0 ? sums.map((sum) => sum / max) : [];
}
