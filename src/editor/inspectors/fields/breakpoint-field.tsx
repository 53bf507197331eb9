import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { FieldHelpButton } from '../../help/field-help-button';
import { useField } from './use-field';

const options = [
  { value: '', label: 'None' },
  { value: 'before', label: 'Before it' },
  { value: 'after', label: 'After it' },
];

/** Where a run pauses at a task. Older files say `true` for before it. */
export function BreakpointField() {
  const path = ['breakpoint'] as const;
  const { name, value, set, begin } = useField(path);
  const label = 'Pause';
  return (
    <Field label={label} help={<FieldHelpButton path={path} label={label} />}>
      <Select
        name={name}
        value={value === true ? 'before' : typeof value === 'string' ? value : ''}
        options={options}
        onChange={(next) => {
          begin();
          void set(next === '' ? undefined : next);
        }}
      />
    </Field>
  );
}
