import { useDocument } from '@/state/context';
import { findContainerPath, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import { ChoiceField } from '../fields/choice-field';
import { Fold, Rows } from '../fields/section';
import { TextField } from '../fields/text-field';

/**
 * What a director and an evaluator pass to each other. Shown for these, and for any task that sets one of the fields.
 */
export function SlotsFold({ id, task }: { readonly id: TaskPath; readonly task: Task }) {
  const container = findContainerPath(id);
  const isPart = useDocument(
    ({ document }) => container !== undefined && locateTask(document, container)?.task.type === 'director_evaluator',
  );
  const { continuationPolicy, outputSlot, inputSource, validationRules, subtype } = task;
  const set = [continuationPolicy, outputSlot, inputSource, validationRules].filter((one) => one !== undefined).length;
  const isOne = subtype === 'director' || subtype === 'evaluator' || (isPart && getLastSegment(id) !== 'script');
  if (!isOne && set === 0) return null;
  return (
    <Fold title="Director and evaluator" state={set === 0 ? 'default' : set}>
      <Rows>
        <ChoiceField
          path={['continuationPolicy']}
          label="Resumes with"
          options={[{ value: 'latest-only', label: 'The latest evaluation' }]}
          unset="Default: the latest"
        />
        <TextField path={['outputSlot']} label="Verdict is in" mono placeholder="last_evaluator_output" />
        <TextField path={['inputSource']} label="Draft is in" mono placeholder="Nothing else" />
        <TextField
          path={['validationRules']}
          label="Verdict"
          placeholder="Other keys are let pass"
          suggestions={['strict']}
        />
      </Rows>
    </Fold>
  );
}
