import { Checkbox } from '@/ui/form/checkbox';
import { RadioCards } from '@/ui/form/radio-cards';
import { Select } from '@/ui/form/select';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import type { AskField } from '@/workflow/ask-form';
import type { InputField } from '@/workflow/inputs/input-field';
import { FileChoice } from './file-choice';
import { JsonControl } from './json-control';

/** A field of a form: of a task that asks, or an input of the workflow. */
export type ControlledField = AskField | InputField;

interface AskControlProps {
  readonly field: ControlledField;
  /** Where chosen files are stored, in the files of the workflow. */
  readonly folder: string;
  /** The text of the answer; empty: none. */
  readonly value: string;
  readonly disabled?: boolean | undefined;
  readonly onChange: (value: string) => void;
}

/** The control for one field of a form. */
export function AskControl({ field, folder, value, disabled, onChange }: AskControlProps) {
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
      return <Choice options={yesOrNo} required value={value} disabled={disabled} onChange={onChange} />;
    case 'choice': {
      const options = (field.options ?? []).map((option) => ({ value: option, label: option }));
      const { required = false } = field;
      return <Choice options={options} required={required} value={value} disabled={disabled} onChange={onChange} />;
    }
    case 'json':
      return <JsonControl schema={field.schema} value={value} disabled={disabled} onChange={onChange} />;
    case 'file': {
      const { accept, maxBytes, multiple } = 'maxBytes' in field ? field : ({} as Partial<InputField>);
      return <FileChoice {...{ folder, accept, maxBytes, multiple, value, disabled, onChange }} />;
    }
  }
}

const yesOrNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

interface ChoiceProps extends Omit<AskControlProps, 'field' | 'folder'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly required: boolean;
}

/** So many options are all in sight; more are a list. */
const mostCards = 4;

function Choice({ options, required, ...rest }: ChoiceProps) {
  if (options.length <= mostCards) return <RadioCards {...rest} options={options} required={required} />;
  return <Select {...rest} options={[{ value: '', label: 'Choose one' }, ...options]} />;
}
