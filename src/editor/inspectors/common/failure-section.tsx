import { defaultRetry } from '@/plan/limits';
import { useDocument } from '@/state/context';
import { ChoiceField } from '../fields/choice-field';
import { Rows, Section } from '../fields/section';
import { useSubject } from '../fields/subject';
import { NumberField } from '../fields/text-field';
import { useField } from '../fields/use-field';

const outcomes = [
  { value: 'skip', label: 'Skip it' },
  { value: 'fail', label: 'Fail' },
  { value: 'continue', label: 'Continue with the failed result' },
];
const onError = [{ value: 'retry', label: 'Try again' }, ...outcomes];
const backoffs = [
  { value: 'exponential', label: '1, 2, 4 s …' },
  { value: 'linear', label: '1, 2, 3 s …' },
  { value: 'none', label: 'At once' },
];

/** What happens when a task fails, for several tasks or, in the settings, for all without a setting of their own. */
export function FailureSection() {
  const isTask = useSubject().taskPath !== undefined;
  return (
    <Section title={isTask ? 'If it fails' : 'If a task fails'}>
      <FailureFields />
    </Section>
  );
}

/** The same without its heading. */
export function FailureFields() {
  const isTask = useSubject().taskPath !== undefined;
  const ofAll = useDocument(({ document }) => document.errorHandling);
  const inherited = { ...defaultRetry, ...(isTask ? ofAll : undefined) };
  const own = useField(['errorHandling', 'onError']).value;
  const unset = (options: typeof outcomes, value = ''): string =>
    `${isTask ? 'As the workflow' : 'Default'}: ${options.find((option) => option.value === value)?.label ?? value}`;
  return (
    <Rows>
      <ChoiceField
        path={['errorHandling', 'onError']}
        label="Then"
        options={onError}
        unset={unset(onError, inherited.onError)}
      />
      {(own ?? inherited.onError) === 'retry' && (
        <>
          <NumberField
            path={['errorHandling', 'maxRetries']}
            label="Maximum retries"
            whole
            min={0}
            max={100}
            placeholder={String(inherited.maxRetries)}
          />
          <ChoiceField
            path={['errorHandling', 'backoff']}
            label="Waits"
            options={backoffs}
            unset={unset(backoffs, inherited.backoff)}
          />
          <ChoiceField
            path={['errorHandling', 'onMaxRetries']}
            label="After the last"
            options={outcomes}
            unset={unset(outcomes, inherited.onMaxRetries)}
          />
        </>
      )}
    </Rows>
  );
}
