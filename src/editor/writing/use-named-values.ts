import { useMemo } from 'react';
import { defined } from '@/base/defined';
import type { SeenName, TextPlace } from '@/run/filled-text';
import { type JournalPath, parsePathSteps } from '@/run/journal-path';
import { findInstanceAt } from '@/run/projections/instance-at';
import type { RunState } from '@/run/run-state';
import { type AppStores, useRun, useStores, useView } from '@/state/context';
import { getRunPath, useRunPath } from '@/state/run-path';
import { type AskedAnswer, useAsked } from '@/state/use-asked';
import { findContainerPath, getLastSegment, type TaskPath } from '@/workflow/task-path';

/**
 * Where a text would be in the shown run: in the execution that the person looks at, else in the newest. What is not
 * wanted yet follows no run.
 */
export function useTextPlace(taskPath: TaskPath | undefined, isWanted = true): TextPlace {
  const executionId = useRun((state) => state.executionId);
  const chosen = useView((state) => state.shownRun.instance);
  const inRun = useRunPath(taskPath ?? '');
  const path = useRun(({ run }) => (taskPath === undefined || !isWanted ? '' : findJournalPath(run, inRun, chosen)));
  const seq = useRun(({ run }) => (isWanted ? run.seq : 0));
  return useMemo(
    () => ({
      path,
      ...defined({ executionId: executionId !== undefined && seq > 0 ? executionId : undefined, taskPath }),
    }),
    [executionId, path, taskPath, seq],
  );
}

/** {@link useTextPlace}, asked once. */
export function findTextPlace({ run, view }: Pick<AppStores, 'run' | 'view'>, taskPath: TaskPath): TextPlace {
  const { executionId, run: shown } = run.getState();
  const path = findJournalPath(shown, getRunPath(view.getState(), taskPath), view.getState().shownRun.instance);
  return { path, taskPath, ...defined({ executionId: shown.seq > 0 ? executionId : undefined }) };
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

/** The names that a text can use, with their values in the shown run; asked for once they are wanted. */
export function useNamedValues(place: TextPlace, isWanted = true): AskedAnswer<readonly SeenName[]> {
  const { services } = useStores();
  const ask = isWanted ? () => services.documents.textNames(place) : undefined;
  return useAsked([JSON.stringify(place)], ask, 0);
}
