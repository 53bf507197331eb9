import { formatBytes } from '@/base/figures';
import { type LinkRefusal, writeWorkflowLink } from '@/share/workflow-link';
import { notifyPerson } from '@/ui/overlay/toast';
import { writeClipboard } from '@/ui/write-clipboard';

/**
 * Copies a link to the clipboard that has a workflow in it. Resolves to why not, if the workflow must not or cannot be
 * in a link. `fileCount`: how many files it has, which the link has not.
 */
export async function copyLink(text: Promise<string>, fileCount: number): Promise<LinkRefusal | undefined> {
  const { origin, pathname } = location;
  const written = text.then((it) => writeWorkflowLink(`${origin}${pathname}`, it));
  const link = written.then((it) => {
    if (!it.ok) throw new Error(it.error.message);
    return it.value;
  });
  try {
    await writeClipboard(link);
    notifyPerson({
      tone: 'ok',
      id: 'copied',
      title: `The link is in the clipboard, ${formatBytes((await link).length)}.`,
      detail: `It has the workflow alone: no ${fileCount > 0 ? `files (${fileCount} here)` : 'files'}, runs or keys.`,
    });
  } catch {
    const result = await written;
    if (!result.ok) return result.error;
    notifyPerson({
      tone: 'error',
      id: 'copied',
      title: 'The link was not copied.',
      detail: 'The browser did not allow it. Download the file instead.',
    });
  }
  return undefined;
}
