import { ok } from '@/base/result';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { FieldHelpButton } from '../../help/field-help-button';
import type { FieldPath } from './field-path';
import { Two } from './section';
import { TextField } from './text-field';
import type { TextFormat } from './text-format';
import { useField } from './use-field';

/** Names separated by commas. */
const names: TextFormat = {
  show: (value) => (Array.isArray(value) ? value.join(', ') : ''),
  parse: (text) => ok(text.split(',').flatMap((name) => name.trim() || [])),
};

interface ApproveFieldProps {
  readonly path: FieldPath;
  /** Whether some of several tools can be named. */
  readonly several: boolean;
  /** The first names, when some are to be named. */
  readonly suggested?: readonly string[];
}

/** Which calls of tools a person has to approve. */
export function ApproveField({ path, several, suggested = [] }: ApproveFieldProps) {
  const { name, value, set, begin, problem, refused } = useField(path);
  const choice = Array.isArray(value) ? 'some' : value === true ? 'all' : 'none';
  const values = { none: undefined, all: true, some: suggested };
  return (
    <Two>
      <Field
        label="A person approves"
        help={<FieldHelpButton path={path} label="A person approves" />}
        error={refused ?? problem?.message}
      >
        <Select
          name={name}
          value={choice}
          options={[
            { value: 'none', label: 'No calls' },
            { value: 'all', label: 'Each call' },
            ...(several || choice === 'some' ? [{ value: 'some' as const, label: 'Calls of some tools' }] : []),
          ]}
          onChange={(next) => {
            begin();
            void set(values[next]);
          }}
        />
      </Field>
      {choice === 'some' && <TextField path={path} label="Tools to approve" mono format={names} />}
    </Two>
  );
}
