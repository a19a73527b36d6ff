export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL a little later.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
}

export function saveText(file: { name: string; mime: string; text: string }): void {
  saveBlob(file.name, new Blob([file.text], { type: `${file.mime};charset=utf-8` }));
}
