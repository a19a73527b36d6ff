/** Hands a blob to the browser as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the data by the next task; some browsers want a little longer.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}

export function saveText(file: { name: string; mime: string; text: string }): void {
  saveBlob(file.name, new Blob([file.text], { type: `${file.mime};charset=utf-8` }));
}
