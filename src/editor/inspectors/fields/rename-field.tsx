import { type ComponentProps, useState } from 'react';
import { Field } from '@/ui/form/field';
import { TextInput } from '@/ui/form/text-input';

interface RenameFieldProps extends Pick<ComponentProps<typeof TextInput>, 'mono'> {
  /** What stands before it. */
  readonly label: string;
  /** The name as it is now. */
  readonly current: string;
  /** Changes the name, with all that refers to it. Resolves to why that cannot be, or undefined. */
  readonly rename: (newName: string) => Promise<string | undefined>;
  /** What is wrong with the name as it is. */
  readonly problem?: string | undefined;
  /** The path of the field, by which *Go to problem* finds it. */
  readonly name?: string;
}

/**
 * A name that others refer to. It changes when its typing is finished: on Enter, or when the field loses the focus, as
 * Escape makes it. A name that is refused stays as it was typed, with the reason.
 */
export function RenameField({ label, current, rename, problem, ...input }: RenameFieldProps) {
  const [draft, setDraft] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const typeName = (text: string | undefined): void => {
    setDraft(text);
    setRefused(undefined);
  };
  const commitName = async (): Promise<void> => {
    const newName = draft?.trim() ?? current;
    const reason = newName === current ? undefined : await rename(newName);
    setRefused(reason);
    if (reason === undefined) setDraft(undefined);
  };
  return (
    <Field label={label} error={refused ?? problem}>
      <TextInput
        {...input}
        value={draft ?? current}
        onChange={typeName}
        onBlur={() => void commitName()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commitName();
        }}
      />
    </Field>
  );
}
