import { defaultMaxConcurrency } from '@/plan/limits';
import { ContextFields } from '../common/context-fields';
import { Rows } from '../fields/section';
import { NumberField } from '../fields/text-field';

/** How many calls run at once, and which earlier outputs are in the prompts of tasks. */
export function OrderFields() {
  return (
    <>
      <Rows>
        <NumberField
          path={['maxConcurrency']}
          label="Calls at once"
          whole
          min={1}
          max={64}
          placeholder={String(defaultMaxConcurrency)}
        />
      </Rows>
      <ContextFields unset="Default: by their relevance" />
    </>
  );
}
