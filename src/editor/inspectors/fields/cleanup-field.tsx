import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { FieldHelpButton } from '../../help/field-help-button';
import { ExpressionField } from './expression-field';
import type { FieldPath } from './field-path';
import { Rows } from './section';
import { NumberField } from './text-field';
import { useField } from './use-field';

/** The strategies that decide which outputs stay candidates for context. */
export const cleanupStrategies = [
  { value: 'most_recent', label: 'The newest' },
  { value: 'highest_relevance', label: 'The most relevant' },
  { value: 'lru', label: 'The last used' },
  { value: 'direct_dependencies', label: 'Direct dependencies' },
  { value: 'custom', label: 'Where an expression is true' },
];

/** Whether a strategy keeps a certain number of outputs; an unset strategy may. */
export function isCounting(strategy: string | undefined): boolean {
  return strategy !== 'direct_dependencies' && strategy !== 'custom';
}

/** Which outputs stay candidates for context: a strategy, alone or with its numbers. */
export function CleanupField({ path }: { readonly path: FieldPath }) {
  const { name, value, set, begin, refused, problem } = useField(path);
  const figures = typeof value === 'object' && value !== null ? (value as { readonly type?: string }) : {};
  const type = typeof value === 'string' ? value : (figures.type ?? '');
  return (
    <Rows>
      <Field
        label="Which stay"
        help={<FieldHelpButton path={path} label="Which stay" />}
        error={refused ?? problem?.message}
      >
        <Select
          name={`${name}.type`}
          value={type}
          options={[{ value: '', label: 'Default: the newest 20' }, ...cleanupStrategies]}
          onChange={(next) => {
            begin();
            const custom = next === 'custom' ? { keep: 'true' } : {};
            void set(next === '' ? undefined : { ...custom, ...figures, type: next });
          }}
        />
      </Field>
      {type !== '' && isCounting(type) && (
        <NumberField path={[...path, 'keepCount']} label="How many" whole min={0} placeholder="20" />
      )}
      {type === 'custom' && (
        <ExpressionField
          path={[...path, 'keep']}
          label="Stays if"
          hint="Over one output: content, output, status, notes"
        />
      )}
    </Rows>
  );
}
