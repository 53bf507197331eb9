import { ok } from '@/base/result';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { FieldHelpButton } from '../../help/field-help-button';
import type { FieldPath } from '../fields/field-path';
import { Two } from '../fields/section';
import { TextField } from '../fields/text-field';
import type { TextFormat } from '../fields/text-format';
import { useField } from '../fields/use-field';

/** Names separated by commas. */
const nameList: TextFormat = {
  show: (value) => (Array.isArray(value) ? value.join(', ') : ''),
  parse: (text) => ok(text.split(',').flatMap((name) => name.trim() || [])),
};

interface InheritFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  /** The names in the workflow. */
  readonly names: readonly string[];
}

/** Which of the workflow's variables or tools an agent can use. */
export function InheritField({ path, label, names }: InheritFieldProps) {
  const { name, value, set, begin } = useField(path);
  const choice = Array.isArray(value) ? 'some' : value === false ? 'none' : 'all';
  const values = { all: undefined, none: false, some: names };
  return (
    <Two>
      <Field label={label} help={<FieldHelpButton path={path} label={label} />}>
        <Select
          name={name}
          value={choice}
          options={[
            { value: 'all', label: 'All' },
            { value: 'none', label: 'None' },
            { value: 'some', label: 'Only some' },
          ]}
          onChange={(next) => {
            begin();
            void set(values[next]);
          }}
        />
      </Field>
      {choice === 'some' && <TextField path={path} label="Names" mono format={nameList} />}
    </Two>
  );
}
