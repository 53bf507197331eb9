import { useMemo, useState } from 'react';
import { defined } from '@/base/defined';
import { diffWords } from '@/base/diff-words';
import { formatCount } from '@/base/figures';
import { patchTasks } from '@/editor/actions/patch-tasks';
import { isTooLongToPin } from '@/editor/actions/pin';
import type { RunForecast } from '@/plan/forecast/forecast';
import { formatForecast } from '@/plan/forecast/forecast-figures';
import { formatInstance } from '@/run/instance-label';
import { getNearestTaskPath } from '@/run/journal-path';
import type { EditedThing } from '@/run/run-edit';
import type { ForkOutline } from '@/run/runner';
import { type AppStores, useDocument, useRun, useStores, useView } from '@/state/context';
import { useForkForecast } from '@/state/use-fork-forecast';
import type { WhatIf } from '@/state/view-store';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { locateTask } from '@/workflow/task-path';
import { pinOfText } from '@/workflow/tasks/pin';
import type { DialogAbout } from '../dialogs/app-dialog';
import { forkAndShow, runInWords } from './run-use-cases';
import { type TextBefore, useWholeText } from './use-whole-text';
import styles from './what-if-dialog.module.css';
import { WhatIfText } from './what-if-text';

const titles: { readonly [K in EditedThing]: string } = {
  output: 'What if the output had been this?',
  result: 'What if the answer had been this?',
  prompt: 'What if it had been sent this?',
};

/** Texts up to this length in characters are compared word by word while they are written. */
const mostCompared = 20_000;

/**
 * Writes an output, an answer or a prompt of the shown run otherwise, and continues from there in a fork; or takes it
 * into the workflow as a pin or as a prompt.
 */
export default function WhatIfDialog({ dialog: { subject }, onClose }: DialogAbout<'what-if'>) {
  const stores = useStores();
  const executionId = useRun((state) => state.executionId);
  const before = useWholeText(subject, executionId);
  const [written, setWritten] = useState<string>();
  const [isStarting, setIsStarting] = useState(false);
  const seq = useRun(({ travel }) => travel?.seq);
  const forecast = useForkForecast(useOutline(subject, executionId, seq));
  const text = written ?? (before.status === 'ready' ? before.text : '');
  const isChanged = before.status === 'ready' && text !== before.text;
  if (executionId === undefined) return null;

  const startFork = async () => {
    setIsStarting(true);
    const edits = [{ path: subject.path, of: subject.of, text }];
    const wish = { executionId, edits, ...defined({ seq }) };
    if (await forkAndShow(stores, wish, 'own')) onClose();
    else setIsStarting(false);
  };
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={titles[subject.of]}
      footer={
        <>
          <Adopt subject={subject} text={text} onDone={onClose} />
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            disabled={before.status !== 'ready' || isStarting || !(isChanged || (subject.isWhole && !before.isLost))}
            onClick={() => void startFork()}
          >
            Continue from here
            {forecast && <span className={styles.figures}>{`· ${formatForecast(forecast)}`}</span>}
          </Button>
        </>
      }
    >
      {before.status === 'failed' ? (
        <Note tone="error" title={before.failure.message}>
          {before.failure.advice}
        </Note>
      ) : (
        <>
          <LostNote subject={subject} before={before} />
          <WhatIfText
            label={placeWords(subject)}
            hint={isChanged ? <Words before={before.text} after={text} /> : undefined}
            text={text}
            readOnly={before.status !== 'ready'}
            isChanged={isChanged}
            onChange={setWritten}
          />
          <WhatFollows forecast={forecast} from={runInWords(stores, executionId)} />
        </>
      )}
    </Dialog>
  );
}

/** The fork that this makes, without its text. */
function useOutline({ path, of }: WhatIf, executionId: string | undefined, seq: number | undefined) {
  return useMemo<ForkOutline | undefined>(
    () =>
      executionId === undefined ? undefined : { executionId, edits: [{ path, of }], plan: 'own', ...defined({ seq }) },
    [path, of, executionId, seq],
  );
}

/** Says how much of a text there is, if its whole is not stored any more. */
function LostNote({ subject: { of, payload }, before }: { readonly subject: WhatIf; readonly before: TextBefore }) {
  if (before.status !== 'ready' || !before.isLost) return null;
  const shown = `its first ${before.text.length.toLocaleString('en')} of ${formatCount(payload.length, 'character')}`;
  return (
    <Note tone="warning" title="The whole text is not stored any more.">
      {of === 'prompt' ? 'Write the whole prompt.' : `This is ${shown}. What you write takes the place of the whole.`}
    </Note>
  );
}

function placeWords({ path }: WhatIf): string {
  return [getNearestTaskPath(path), formatInstance(path)].filter((text) => text !== '').join(' · ');
}

function Words({ before, after }: { readonly before: string; readonly after: string }) {
  const words = useMemo(() => {
    if (Math.max(before.length, after.length) > mostCompared) return undefined;
    const countChangedWords = (kind: 'added' | 'removed') =>
      diffWords(before, after).reduce(
        (sum, part) => (part.kind === kind ? sum + (part.text.match(/\S+/g)?.length ?? 0) : sum),
        0,
      );
    return { added: countChangedWords('added'), removed: countChangedWords('removed') };
  }, [before, after]);
  if (words === undefined) return 'Changed.';
  return `${words.added === 1 ? '1 word' : `${words.added} words`} added, ${words.removed} removed.`;
}

/** The tasks that are asked, or may be, and what is taken over. */
function WhatFollows({ forecast, from }: { readonly forecast: RunForecast | undefined; readonly from: string }) {
  const at = useView((state) => state.preferences.runsAt?.name);
  const asked = [...(forecast?.costs.keys() ?? [])];
  const others = asked.length > 3 ? `${asked.slice(0, 3).join(', ')} and ${asked.length - 3} more` : asked.join(', ');
  return (
    <Note tone="info">
      This makes a fork of {from}
      {at === undefined ? '' : `, at ${at}`}. What reads the new text is asked again; everything else is taken over, at
      no cost.
      {asked.length > 0 && ` It may ask ${asked.length === 1 ? 'one task' : `${asked.length} tasks`} again: ${others}.`}
      {forecast && asked.length === 0 && ' No task is asked again.'}
    </Note>
  );
}

interface AdoptProps {
  readonly subject: WhatIf;
  readonly text: string;
  readonly onDone: () => void;
}

/** Takes the text into the workflow, as one step of undo: an output as a pin, a prompt as the prompt of its task. */
function Adopt({ subject, text, onDone }: AdoptProps) {
  const stores = useStores();
  const path = getNearestTaskPath(subject.path);
  const type = useDocument(({ document }) => locateTask(document, path)?.task.type);
  if (type === undefined || subject.of === 'result') return null;
  if (subject.of === 'prompt' && type !== 'atomic') return null;
  const isPin = subject.of === 'output';
  const adopt = async () => {
    if (isPin && isTooLongToPin(path, text)) return;
    await adoptText(stores, path, isPin ? { pinned: pinOfText(text) } : { description: text }, isPin);
    onDone();
  };
  return (
    <Button variant="ghost" disabled={text === ''} onClick={() => void adopt()}>
      {isPin ? 'Pin this text instead' : 'Use it as the prompt of the task'}
    </Button>
  );
}

async function adoptText(
  stores: AppStores,
  path: string,
  patch: { readonly pinned: ReturnType<typeof pinOfText> } | { readonly description: string },
  isPin: boolean,
): Promise<void> {
  await patchTasks(stores, new Map([[path, patch]]), isPin ? 'Pin the output of' : 'Change the prompt of');
}
