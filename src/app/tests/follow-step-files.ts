import { AppError } from '@/base/errors';
import type { AppStores } from '@/state/context';
import type { DocumentStore } from '@/state/document-store';
import { attemptAction } from '@/ui/attempt';

/** What a step of the edit history did to a file of the workflow. Undefined content: there is no such file. */
export interface StepFile {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}

interface FollowedStep {
  readonly mark: string;
  readonly workflow: string;
  readonly file: StepFile;
  readonly onFollowed: () => void;
  isDone: boolean;
}

const followed = new WeakMap<DocumentStore, Map<string, FollowedStep>>();

/**
 * Has a file follow a step of the edit history: undo brings what it was before, redo what it was after, as long as the
 * page is open. One that was changed otherwise meanwhile stays as it is, and the person is told. `onFollowed` is told
 * each time that the file has followed.
 */
export function followStepFile(
  stores: AppStores,
  mark: string,
  file: StepFile,
  onFollowed: () => void = () => undefined,
): void {
  const { document } = stores;
  const known = followed.get(document) ?? startFollowing(stores);
  const key = `${mark} ${file.path}`;
  // A gesture that goes on is one step.
  const { before } = known.get(key)?.file ?? file;
  known.set(key, { mark, workflow: document.getState().id, file: { ...file, before }, onFollowed, isDone: true });
}

const isSameContent = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === b || (a?.length === b?.length && a?.every((byte, at) => byte === b?.[at]) === true);

function startFollowing({ document, services: { files } }: AppStores): Map<string, FollowedStep> {
  const steps = new Map<string, FollowedStep>();
  followed.set(document, steps);
  let last: Promise<unknown> = Promise.resolve();
  const settle = async (workflow: string, { path, before, after }: StepFile, isDone: boolean) => {
    const [was, content] = isDone ? [before, after] : [after, before];
    const there = await files.read(workflow, path);
    if (!isSameContent(there, was)) {
      throw new AppError('FILE_REFUSED', `${path} was changed meanwhile, so it stays as it is.`, {
        advice: 'Look at it under Files.',
      });
    }
    await (content === undefined ? files.remove(workflow, [path]) : files.write(workflow, [{ path, content }]));
  };
  document.subscribe(({ id, past, future }, earlier) => {
    if (past === earlier.past && future === earlier.future) return;
    for (const step of steps.values()) {
      if (step.workflow !== id) continue;
      const isThis = ({ mark }: { readonly mark: string }) => mark === step.mark;
      const isNow = step.isDone ? !future.some(isThis) : past.some(isThis);
      if (isNow === step.isDone) continue;
      step.isDone = isNow;
      last = last.then(() => attemptAction(() => settle(id, step.file, isNow))).then(step.onFollowed);
    }
  });
  return steps;
}
