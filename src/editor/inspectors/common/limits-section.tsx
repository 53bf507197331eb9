import { useDocument } from '@/state/context';
import type { Limits } from '@/workflow/tasks/common';
import { ChoiceField, SwitchField } from '../fields/choice-field';
import { CleanupField } from '../fields/cleanup-field';
import { Fold, Rows, Section } from '../fields/section';
import { useSubject } from '../fields/subject';
import { NumberField, TextField } from '../fields/text-field';
import { useField } from '../fields/use-field';
import { type LimitKey, limitKeys, limitRows } from './limit-rows';

const truncations = [
  { value: 'head', label: 'Its head' },
  { value: 'both', label: 'Its head and tail' },
  { value: 'summary', label: 'A summary' },
];

/** Limits of a task, or of all tasks. `first` are those that matter most to the type; the others are folded away. */
export function LimitsSection({ first }: { readonly first: readonly LimitKey[] }) {
  const isTask = useSubject().place !== undefined;
  const { value } = useField(['limits']);
  const own = Object.keys(value ?? {}).filter((key) => !first.some((one) => one === key)).length;
  return (
    <>
      <Section title={isTask ? 'Limits' : 'Limits of every task'}>
        <LimitFields keys={first} />
      </Section>
      <Fold title="More limits" state={own === 0 ? 'default' : own}>
        <LimitFields keys={limitKeys.filter((key) => !first.includes(key))} />
        <Rows>
          <ChoiceField
            path={['limits', 'truncationStrategy']}
            label="Long output shows"
            options={truncations}
            unset="Its tail"
          />
          <TextField path={['limits', 'externalStorageDir']} label="Stored apart in" placeholder=".workflow_state" />
        </Rows>
        <SwitchField path={['limits', 'compressExternal']} label="Compress what is stored apart" byDefault />
        <CleanupField path={['limits', 'cleanupStrategy']} />
      </Fold>
    </>
  );
}

function LimitFields({ keys }: { readonly keys: readonly LimitKey[] }) {
  const isTask = useSubject().place !== undefined;
  const ofAll = useDocument(({ document }) => document.limits);
  const inherited: Limits = isTask ? (ofAll ?? {}) : {};
  return (
    <Rows>
      {keys.map((key) => {
        const { label, min = 0, max, fraction = false, usual } = limitRows[key];
        return (
          <NumberField
            key={key}
            path={['limits', key]}
            label={label}
            min={min}
            {...(max === undefined ? {} : { max })}
            whole={!fraction}
            placeholder={String(inherited[key] ?? usual)}
          />
        );
      })}
    </Rows>
  );
}
