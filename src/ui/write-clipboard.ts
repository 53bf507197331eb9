/**
 * Puts a text into the clipboard. Rejects where the browser does not let the page do so. A promise of the text is
 * enough within a gesture, which Safari asks for.
 */
export async function writeClipboard(text: string | Promise<string>): Promise<void> {
  // Not there on a page that came over plain http: https://developer.mozilla.org/docs/Web/API/Navigator/clipboard
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) copyBySelection(await text);
  else if (typeof text === 'string') await clipboard.writeText(text);
  else {
    const blob = text.then((it) => new Blob([it], { type: 'text/plain' }));
    await clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
  }
}

/** The old way, which needs no https: a field with the text is selected and copied. */
function copyBySelection(text: string): void {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error('The browser does not let this page use the clipboard.');
}
