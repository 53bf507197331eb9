import { Field } from '@/ui/form/field';
import { FieldHelpButton } from '../../help/field-help-button';
import { Chips } from './chips';
import type { FieldPath } from './field-path';
import { useField } from './use-field';

interface NamesFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly hint?: string;
  readonly placeholder: string;
  /** Suggestions, which may depend on the typed text. Any other name can be written too. */
  readonly candidates: readonly string[] | ((typed: string) => readonly string[]);
  readonly onFocus?: () => void;
}

/** A list of names. An entry that is not a name (a tool defined there) stays in the list, and is edited elsewhere. */
export function NamesField({ path, label, hint, placeholder, candidates, onFocus }: NamesFieldProps) {
  const { name, value, set, begin, refused, problem } = useField(path);
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  const names = all.filter((one) => typeof one === 'string');
  const changeNames = (next: readonly unknown[]): Promise<boolean> => {
    begin();
    return set(next.length === 0 ? undefined : next);
  };
  return (
    <Field
      label={label}
      help={<FieldHelpButton path={path} label={label} />}
      hint={hint}
      error={refused ?? problem?.message}
    >
      <Chips
        name={name}
        names={names}
        placeholder={names.length === 0 ? placeholder : 'Add one'}
        candidates={(typed) =>
          (typeof candidates === 'function' ? candidates(typed) : candidates)
            .filter((one) => !names.includes(one))
            .map((one) => <option key={one} value={one} />)
        }
        onFocus={onFocus}
        removeLabel={(one) => `Remove ${one}`}
        onAdd={async (one) => names.includes(one) || changeNames([...all, one])}
        onRemove={(one) => void changeNames(all.filter((other) => other !== one))}
      />
    </Field>
  );
}
