/** Sizes are told in megabytes of 1024 × 1024 bytes everywhere: in the interface, on the command line and in messages. One decimal. */
export function megabytesOf(bytes: number): number {
  return Math.round((bytes / 1024 ** 2) * 10) / 10;
}

/** A size for messages: `350 MB`, `18.2 GB`. */
export function sizeText(bytes: number): string {
  const megabytes = megabytesOf(bytes);
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.round((megabytes / 1024) * 10) / 10} GB`;
}
