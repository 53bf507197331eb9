import { useCallback, useState } from 'react';
import type { JournalPath } from '@/run/journal-path';
import { useRun, useStores } from '@/state/context';
import type { TaskPath } from '@/workflow/task-path';
import { useFollow } from '../follow/use-follow';
import type { PageDirection } from '../paging/list-window';
import { PagedList } from '../paging/paged-list';
import { useWindow } from '../paging/use-window';
import { usePacedRun } from '../use-paced-run';
import { createEventStep, type StepEntry } from './step-entry';
import { StepRow } from './step-row';

const getNumber = ({ seq = 0 }: StepEntry): number => seq;

/** Every step of a pipeline, the newest first, read from the log as a person scrolls. */
export function AllSteps({ taskPath, instance }: { readonly taskPath: TaskPath; readonly instance: JournalPath }) {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId) ?? '';
  const newest = usePacedRun(({ run }) => run.seq);
  const follow = useFollow();
  const [opened, setOpened] = useState<string>();
  const find = useCallback(
    async (from: number, direction: PageDirection, limit: number) => {
      const { events, next } = await services.runner.findEvents(executionId, {
        filter: { kinds: ['vote.decided', 'model.replied'], taskPath, path: instance },
        from,
        direction,
        limit,
      });
      return { found: events.map(createEventStep).filter((step) => step !== undefined), next };
    },
    [services, executionId, taskPath, instance],
  );
  const list = useWindow({
    id: JSON.stringify([executionId, instance]),
    newest,
    numberOf: getNumber,
    find,
    begin: 'last',
  });
  return (
    <PagedList
      label="Steps"
      list={list}
      numberOf={getNumber}
      newestFirst
      guess={27}
      follow={follow}
      empty="No step taken yet."
    >
      {(step, head) => (
        <StepRow
          step={step}
          head={head}
          open={step.path === opened}
          onToggle={() => {
            if (step.path !== opened) follow.set(false);
            setOpened(step.path === opened ? undefined : step.path);
          }}
        />
      )}
    </PagedList>
  );
}
