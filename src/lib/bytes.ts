/** Sizes are told in megabytes of 1024 × 1024 bytes everywhere: in the interface, on the command line and in messages. One decimal. */
export function megabytesOf(bytes: number): number {
  return Math.round((bytes / 1024 ** 2) * 10) / 10;
}
