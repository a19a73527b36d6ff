/** `content` when nothing of the title is left. */
export function fileNameOf(title: string, extension: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+/, '')
    .slice(0, 80)
    .toWellFormed()
    .replace(/(?<![\ufffd. ])[\ufffd. ]+$/u, '');
  return `${plain || 'content'}.${extension}`;
}
