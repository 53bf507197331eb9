import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

interface RememberFieldsProps {
  /** Undefined: it is not remembered. */
  readonly passphrase: string | undefined;
  readonly onChange: (passphrase: string | undefined) => void;
  readonly hint: string;
}

/** Whether something secret is remembered on this machine, and the passphrase that encrypts it there. */
export function RememberFields({ passphrase, onChange, hint }: RememberFieldsProps) {
  return (
    <>
      <Checkbox
        label="Remember on this machine, encrypted with a passphrase"
        checked={passphrase !== undefined}
        onChange={(remembered) => onChange(remembered ? '' : undefined)}
      />
      {passphrase !== undefined && (
        <Field label="Passphrase" hint={hint}>
          <TextInput type="password" value={passphrase} onChange={onChange} />
        </Field>
      )}
    </>
  );
}
