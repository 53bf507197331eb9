import { useEffect, useMemo, useState } from 'react';
import type { FilledText, SeenName, TextPlace, TriedExpression } from '@/run/filled-text';
import { type JournalPath, stepsOf } from '@/run/journal-path';
import { instanceAt } from '@/run/projections/instance-at';
import type { RunState } from '@/run/run-state';
import { useRun, useStores, useView } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import { containerPath, segmentOf, type TaskPath } from '@/workflow/task-path';

/** Ms without a key after which a text is filled in again. */
const pause = 120;

/** Where a text would be in the shown run: in the execution that the person looks at, else in the newest. */
export function useTextPlace(taskPath: TaskPath | undefined): TextPlace {
  const executionId = useRun((state) => state.executionId);
  const chosen = useView((state) => state.shownRun.instance);
  const inRun = useRunPath(taskPath ?? '');
  const path = useRun(({ run }) => (taskPath === undefined ? '' : journalPathOf(run, inRun, chosen)));
  const seq = useRun(({ run }) => run.seq);
  return useMemo(
    () => ({
      path,
      ...(executionId !== undefined && seq > 0 && { executionId }),
      ...(taskPath !== undefined && { taskPath }),
    }),
    [executionId, path, taskPath, seq],
  );
}

function journalPathOf(run: RunState, taskPath: TaskPath, chosen: JournalPath | undefined): JournalPath {
  const instance = instanceAt(run, taskPath, chosen);
  if (instance !== undefined) {
    const isRound = stepsOf(instance.path).at(-1)?.kind === 'iter';
    const round = run.rounds.get(taskPath)?.findLast(({ of, path }) => of === 'loop' && path.startsWith(instance.path));
    return isRound || round === undefined ? instance.path : round.path;
  }
  const container = containerPath(taskPath);
  if (container === undefined) return `task/${taskPath}`;
  const around = instanceAt(run, container, chosen);
  const above = around?.path ?? journalPathOf(run, container, chosen);
  return `${above}/attempt/1/task/${segmentOf(taskPath)}`;
}

/** The state of something that is asked of the worker. */
export interface PacedAnswer<T> {
  readonly value: T | undefined;
  /** Whether the value is that of an earlier question. */
  readonly isOld: boolean;
}

/** Asks again `after` ms after the question changed. An answer to an earlier question is dropped. */
function useAsked<T>(question: string | undefined, ask: () => Promise<T>, after: number): PacedAnswer<T> {
  const [answer, setAnswer] = useState<{ readonly question: string; readonly value: T | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question has all that it is asked with
  useEffect(() => {
    if (question === undefined) return;
    let wanted = true;
    const timer = setTimeout(() => {
      ask().then(
        (value) => wanted && setAnswer({ question, value }),
        () => wanted && setAnswer({ question, value: undefined }),
      );
    }, after);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [question]);
  return { value: answer?.value, isOld: answer?.question !== question };
}

/** The names that a text can use, with their values in the shown run. */
export function useNamedValues(place: TextPlace): PacedAnswer<readonly SeenName[]> {
  const { services } = useStores();
  return useAsked(JSON.stringify(place), () => services.documents.textNames(place), 0);
}

/** What a template becomes. `isReady`: the values have been read. */
export function useFilledText(
  place: TextPlace,
  field: string,
  text: string | undefined,
  isReady: boolean,
): PacedAnswer<FilledText> {
  const { services } = useStores();
  const question = text === undefined || !isReady ? undefined : JSON.stringify([place, field, text]);
  return useAsked(question, () => services.documents.fillText(place, field, text ?? ''), pause);
}

/** What an expression gives. */
export function useTriedExpression(
  place: TextPlace,
  text: string | undefined,
  isAfter: boolean,
  isReady: boolean,
): PacedAnswer<TriedExpression> {
  const { services } = useStores();
  const question = !text || !isReady ? undefined : JSON.stringify([place, text, isAfter]);
  return useAsked(question, () => services.documents.tryExpression(place, text ?? '', isAfter), pause);
}
