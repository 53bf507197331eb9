import { useState } from 'react';
import { toFailure } from '@/base/errors';
import { buildShortId } from '@/run/short-id';
import { useStores } from '@/state/context';
import { Checkbox } from '@/ui/form/checkbox';
import { useFieldControl } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import type { AskField } from '@/workflow/ask-form';
import { normalizeFilePath } from '@/workflow/file-path';
import styles from './questions.module.css';

interface AskControlProps {
  readonly field: AskField;
  /** Journal path of the question. */
  readonly path: string;
  /** The text of the answer; empty: none. */
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

/** The control for one field of a form. */
export function AskControl({ field, path, value, disabled, onChange }: AskControlProps) {
  switch (field.type) {
    case 'text':
      return <TextArea rows={1} value={value} disabled={disabled} onChange={onChange} />;
    case 'number':
      return <TextInput inputMode="decimal" value={value} disabled={disabled} onChange={onChange} />;
    case 'boolean':
      if (!field.required) {
        const setChoice = (on: boolean) => onChange(String(on));
        return <Checkbox checked={value === 'true'} disabled={disabled} onChange={setChoice} />;
      }
      return <Choice options={yesOrNo} value={value} disabled={disabled} onChange={onChange} />;
    case 'choice': {
      const options = (field.options ?? []).map((option) => ({ value: option, label: option }));
      return <Choice options={options} value={value} disabled={disabled} onChange={onChange} />;
    }
    case 'file':
      return <FileChoice path={path} value={value} disabled={disabled} onChange={onChange} />;
  }
}

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

interface ChoiceProps extends Omit<AskControlProps, 'field' | 'path'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function Choice({ options, ...rest }: ChoiceProps) {
  return <Select {...rest} options={[{ value: '', label: 'Choose one' }, ...options]} />;
}

/** A file of this machine, which is stored with the workflow under a name of its own. */
function FileChoice({ path, value, disabled, onChange }: Omit<AskControlProps, 'field'>) {
  const { document, services } = useStores();
  const [problem, setProblem] = useState<string>();
  const control = useFieldControl();
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return onChange('');
    try {
      const stored = normalizeFilePath(`/answers/${buildShortId(path)}/${file.name}`);
      const content = new Uint8Array(await file.arrayBuffer());
      await services.files.write(document.getState().id, [{ path: stored, content }]);
      setProblem(undefined);
      onChange(stored);
    } catch (error) {
      setProblem(toFailure(error).message);
      onChange('');
    }
  };
  return (
    <span className={styles.file}>
      <input
        {...control}
        type="file"
        disabled={disabled}
        onChange={(event) => void takeFile(event.target.files?.[0])}
      />
      {value !== '' && <span>{value}</span>}
      {problem !== undefined && <span className={styles.problem}>{problem}</span>}
    </span>
  );
}
