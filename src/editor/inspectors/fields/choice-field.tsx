import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { Switch } from '@/ui/form/switch';
import { FieldHelpButton } from '../../help/field-help-button';
import { FixButton } from '../../problems/fix-button';
import type { FieldPath } from './field-path';
import fields from './fields.module.css';
import { useField } from './use-field';

interface ChoiceFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly hint?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The label for no choice: the value that applies then. */
  readonly unset: string;
}

/** Shown while the selected tasks have different values. */
const mixed = { value: '\0mixed', label: 'Mixed' };

/** One value of a list, or none. A value that is not in the list is shown too. */
export function ChoiceField({ path, label, hint, options, unset }: ChoiceFieldProps) {
  const { name, value, isMixed, problem, refused, set, begin } = useField(path);
  const chosen = isMixed ? mixed.value : typeof value === 'string' ? value : '';
  const foreign = chosen !== '' && !isMixed && !options.some((option) => option.value === chosen);
  return (
    <div className={fields.withFix}>
      <Field
        label={label}
        help={<FieldHelpButton path={path} label={label} />}
        hint={hint}
        error={refused ?? problem?.message}
      >
        <Select
          name={name}
          value={chosen}
          options={[
            ...(isMixed ? [mixed] : []),
            { value: '', label: unset },
            ...options,
            ...(foreign ? [{ value: chosen, label: chosen }] : []),
          ]}
          onChange={(next) => {
            begin();
            void set(next === '' ? undefined : next);
          }}
        />
      </Field>
      <FixButton fix={problem?.fix} />
    </div>
  );
}

interface SwitchFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  /** The value while the field is not in the file. */
  readonly byDefault: boolean;
}

/** On or off. */
export function SwitchField({ path, label, byDefault }: SwitchFieldProps) {
  const { name, value, set, begin } = useField(path);
  return (
    <div className={fields.withHelp} data-field>
      <Switch
        label={label}
        name={name}
        checked={typeof value === 'boolean' ? value : byDefault}
        onChange={(on) => {
          begin();
          void set(on === byDefault ? undefined : on);
        }}
      />
      <span>
        <FieldHelpButton path={path} label={label} />
      </span>
    </div>
  );
}
