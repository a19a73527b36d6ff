/** One decimal; a megabyte is 1024 × 1024 bytes everywhere. */
export function megabytesOf(bytes: number): number {
  return Math.round((bytes / 1024 ** 2) * 10) / 10;
}

export function sizeText(bytes: number): string {
  const megabytes = megabytesOf(bytes);
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.round((megabytes / 1024) * 10) / 10} GB`;
}
