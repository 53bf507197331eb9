import { defaultReparseDepth } from '@/plan/limits';
import type { Task } from '@/workflow/tasks';
import { SwitchField } from '../fields/choice-field';
import { ChoicesField } from '../fields/choices-field';
import { Rows } from '../fields/section';
import { NumberField } from '../fields/text-field';

const failures = [
  { value: 'resource_exhaustion', label: 'A limit is reached' },
  { value: 'invalid_output', label: 'The output is not valid' },
  { value: 'no_progress', label: 'It says the same again and again' },
  { value: 'task_failure', label: 'Any other failure' },
];
/** What `reparse` means without `on`. A task without `reparse` is never decomposed. */
const usual = failures.slice(0, 3).map(({ value }) => value);
const never: readonly string[] = [];

/** When a failed task is split into smaller ones, which run in its place. */
export function DecompositionFields({ task: { reparse } }: { readonly task: Task }) {
  return (
    <>
      <ChoicesField
        path={['reparse', 'on']}
        label="Decompose when"
        options={failures}
        byDefault={reparse === undefined ? never : usual}
      />
      <Rows>
        <NumberField
          path={['reparse', 'maxDepth']}
          label="Nested decompositions"
          whole
          min={0}
          placeholder={String(defaultReparseDepth)}
        />
      </Rows>
      <SwitchField path={['disableReparsing']} label="Never decompose it" byDefault={false} />
      <SwitchField path={['manualXml']} label="Written by hand: never decompose it" byDefault={false} />
    </>
  );
}
