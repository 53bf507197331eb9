import type { AppStores } from '@/state/context';
import { setSavedIn } from '@/state/view/open-workflow';
import { openDialog } from '@/state/view/screens';
import { attemptAction } from '@/ui/attempt';
import { notifyPerson } from '@/ui/overlay/toast';
import { readFileLink } from './file-links';
import { watchFile } from './file-system-access';
import { type FileStanding, FollowedFile } from './followed-file';

/** How long typing may pause before it is written, and how often a file is looked at while the page is shown, in ms. */
const writeDelayMs = 500;
const lookIntervalMs = 2000;

/** The file of the open workflow. */
let followed: FollowedFile | undefined;
let standing: FileStanding | undefined;
let unwatch: (() => void) | undefined;

/** The file of the open workflow; undefined if it follows none. */
export function getFollowedFile(): FollowedFile | undefined {
  return followed;
}

/** Begins to follow the file of the open workflow, if it has one, in place of the one before. */
export async function followOpenFile(stores: AppStores): Promise<void> {
  const { id } = stores.document.getState();
  const link = id === '' ? undefined : await readFileLink(id);
  if (stores.document.getState().id !== id) return;
  followed = link && new FollowedFile(stores, link);
  standing = undefined;
  unwatch?.();
  unwatch = link && watchFile(link.handle, () => void settleFile(stores));
  setSavedIn(stores.view, link?.path);
  await settleFile(stores);
}

/** Lets file and workflow follow each other now, and says what the person has to decide. */
export async function settleFile(stores: AppStores, prefer?: 'mine' | 'theirs', asks = false): Promise<void> {
  const file = followed;
  if (file === undefined) return;
  await attemptAction(async () => {
    const found = await file.settle(prefer, asks);
    if (file !== followed || found === standing) return;
    const before = standing;
    standing = found;
    tellStanding(stores, file, found, before);
  });
}

function tellStanding(
  stores: AppStores,
  { path }: FollowedFile,
  found: FileStanding,
  before: FileStanding = found,
): void {
  // What is settled takes the place of the question; a new question has a message of its own, as the answered one goes.
  const id = `followed-file ${found === 'same' ? before : found}`;
  if (found === 'ask') {
    const openConflict = () => openDialog(stores.view, { name: 'file-conflict' });
    notifyPerson({
      ...{ id, tone: 'error', stays: true, action: { label: 'Choose', run: openConflict } },
      title: `“${path}” was changed here and in its folder.`,
      detail: 'Nothing is written or taken until you choose.',
    });
    openConflict();
  }
  if (found === 'gone') {
    notifyPerson({
      ...{ id, tone: 'error', stays: true },
      title: `“${path}” is no longer in its folder.`,
      detail: 'It was deleted or renamed. The workflow stays in this browser.',
      action: { label: 'Write it again', run: () => void settleFile(stores, 'mine') },
    });
  }
  if (found === 'asks-permission') {
    notifyPerson({
      ...{ id, tone: 'info', stays: true },
      title: `Heddle may not write to “${path}” yet.`,
      detail: 'The browser asks again after a reload. Until then, changes stay in this browser.',
      action: { label: 'Allow', run: () => void settleFile(stores, undefined, true) },
    });
  }
  if (found === 'same') notifyPerson({ id, tone: 'ok', title: `“${path}” and the canvas follow each other.` });
}

/** Follows the file of whatever workflow is open, as long as the page exists. */
export function followFiles(stores: AppStores): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookAtFile = () => {
    if (document.visibilityState === 'visible') void settleFile(stores);
  };
  stores.document.subscribe((state, before) => {
    if (state.id !== before.id) void attemptAction(() => followOpenFile(stores));
    if (state.text === before.text || followed === undefined) return;
    clearTimeout(timer);
    timer = setTimeout(() => void settleFile(stores), writeDelayMs);
  });
  addEventListener('focus', lookAtFile);
  document.addEventListener('visibilitychange', lookAtFile);
  // What no observer reports; a look at an unchanged file reads nothing of it.
  setInterval(lookAtFile, lookIntervalMs);
  void attemptAction(() => followOpenFile(stores));
}
