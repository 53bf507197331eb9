import { notifyPerson } from '@/ui/overlay/toast';
import { writeClipboard } from '@/ui/write-clipboard';

/** Copies the text of a file to the clipboard, and shows whether that succeeded. */
export async function copyText(text: string): Promise<void> {
  try {
    await writeClipboard(text);
    notifyPerson({ tone: 'ok', id: 'copied', title: 'The text is in the clipboard.' });
  } catch {
    notifyPerson({
      tone: 'error',
      id: 'copied',
      title: 'The text was not copied.',
      detail: 'The browser did not allow it. Download the file instead.',
    });
  }
}
