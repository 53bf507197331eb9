import { vi } from 'vitest';

/** A clipboard that the page may read and write, as happy-dom has none that takes promises. */
export function givePageClipboard(): void {
  let text = '';
  vi.stubGlobal('ClipboardItem', function Item(this: object, items: Readonly<Record<string, Promise<Blob>>>) {
    Object.assign(this, { items });
  });
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({
    write: async ([item]: readonly { items: Readonly<Record<string, Promise<Blob>>> }[]) => {
      text = (await (await item?.items['text/plain'])?.text()) ?? '';
    },
    readText: async () => text,
  } as unknown as Clipboard);
}
