/** Saves a file through the browser's downloads. */
export function saveFile(content: Blob, name: string) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the URL only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
