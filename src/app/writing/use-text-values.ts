import { useMemo } from 'react';
import { defined } from '@/base/defined';
import type { FilledText, SeenName, TextPlace, TriedExpression } from '@/run/filled-text';
import { type JournalPath, parsePathSteps } from '@/run/journal-path';
import { findInstanceAt } from '@/run/projections/instance-at';
import type { RunState } from '@/run/run-state';
import { useRun, useStores, useView } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import { type AskedAnswer, useAsked } from '@/state/use-asked';
import { findContainerPath, getLastSegment, type TaskPath } from '@/workflow/task-path';

/** Ms without a key after which a text is filled in again. */
const pause = 120;

/** Where a text would be in the shown run: in the execution that the person looks at, else in the newest. */
export function useTextPlace(taskPath: TaskPath | undefined): TextPlace {
  const executionId = useRun((state) => state.executionId);
  const chosen = useView((state) => state.shownRun.instance);
  const inRun = useRunPath(taskPath ?? '');
  const path = useRun(({ run }) => (taskPath === undefined ? '' : findJournalPath(run, inRun, chosen)));
  const seq = useRun(({ run }) => run.seq);
  return useMemo(
    () => ({
      path,
      ...defined({ executionId: executionId !== undefined && seq > 0 ? executionId : undefined, taskPath }),
    }),
    [executionId, path, taskPath, seq],
  );
}

function findJournalPath(run: RunState, taskPath: TaskPath, chosen: JournalPath | undefined): JournalPath {
  const instance = findInstanceAt(run, taskPath, chosen);
  if (instance !== undefined) {
    const isRound = parsePathSteps(instance.path).at(-1)?.kind === 'iter';
    const round = run.rounds.get(taskPath)?.findLast(({ of, path }) => of === 'loop' && path.startsWith(instance.path));
    return isRound || round === undefined ? instance.path : round.path;
  }
  const container = findContainerPath(taskPath);
  if (container === undefined) return `task/${taskPath}`;
  const around = findInstanceAt(run, container, chosen);
  const above = around?.path ?? findJournalPath(run, container, chosen);
  return `${above}/attempt/1/task/${getLastSegment(taskPath)}`;
}

/** The names that a text can use, with their values in the shown run. */
export function useNamedValues(place: TextPlace): AskedAnswer<readonly SeenName[]> {
  const { services } = useStores();
  return useAsked([JSON.stringify(place)], () => services.documents.textNames(place), 0);
}

/** What a template becomes. `isReady`: the values have been read. */
export function useFilledText(
  place: TextPlace,
  field: string,
  text: string | undefined,
  isReady: boolean,
): AskedAnswer<FilledText> {
  const { services } = useStores();
  const question = text === undefined || !isReady ? undefined : JSON.stringify([place, field, text]);
  const ask = question === undefined ? undefined : () => services.documents.fillText(place, field, text ?? '');
  return useAsked([question], ask, pause);
}

/** What an expression gives. */
export function useTriedExpression(
  place: TextPlace,
  text: string | undefined,
  isAfter: boolean,
  isReady: boolean,
): AskedAnswer<TriedExpression> {
  const { services } = useStores();
  const question = !text || !isReady ? undefined : JSON.stringify([place, text, isAfter]);
  const ask = question === undefined ? undefined : () => services.documents.tryExpression(place, text ?? '', isAfter);
  return useAsked([question], ask, pause);
}
