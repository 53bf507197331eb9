import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import type { AskTask } from '@/workflow/tasks';
import { ChoiceField, SwitchField } from './choice-field';
import type { FieldPath } from './field-path';
import fields from './fields.module.css';
import { LinesField } from './lines-field';
import { FieldNameInput } from './named-values';
import { createFreshName, renameKey } from './record-keys';
import { Two } from './section';
import { TextField } from './text-field';
import { useField } from './use-field';
import { ValueField } from './value-field';

type AskFormRecord = NonNullable<AskTask['form']>;

const types = [
  { value: 'number', label: 'Number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'choice', label: 'Choice' },
  { value: 'file', label: 'File' },
];

interface AskFormFieldsProps {
  readonly path: FieldPath;
  readonly form: AskFormRecord | undefined;
}

/** The fields of the form that a person fills in. */
export function AskFormFields({ path, form = {} }: AskFormFieldsProps) {
  const { name: group, set, begin, problem, refused } = useField(path);
  const names = Object.keys(form);
  const changeForm = (next: AskFormRecord): void => {
    begin();
    void set(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <fieldset name={group} className={`${fields.section} ${fields.plain}`} aria-label="Form">
      <div className={fields.caption}>
        Form
        <Button
          size="s"
          variant="ghost"
          icon={<Plus />}
          onClick={() => changeForm({ ...form, [createFreshName('field', names)]: { type: 'text' } })}
        >
          Add a field
        </Button>
      </div>
      {names.map((name, index) => {
        const at: FieldPath = [...path, name];
        const { type, options } = form[name] ?? {};
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field stays the same one while its name is changed
          <div key={index} className={fields.item}>
            <Two>
              <FieldNameInput
                name={name}
                label={`Name of field ${index + 1}`}
                taken={(next) => next !== name && names.includes(next)}
                onRename={(next) => changeForm(renameKey(form, name, next) as AskFormRecord)}
              />
              <ChoiceField path={[...at, 'type']} label={`Type of ${name}`} options={types} unset="Text" />
            </Two>
            <TextField path={[...at, 'label']} label={`Label of ${name}`} placeholder={name} />
            {(type === 'choice' || options !== undefined) && (
              <LinesField path={[...at, 'options']} label={`Options of ${name}, one a line`} rows={2} />
            )}
            <ValueField path={[...at, 'default']} label={`Default of ${name}`} kinds={['text', 'json']} unset="None" />
            <div className={fields.withHelp}>
              <SwitchField path={[...at, 'required']} label={`${name} is required`} byDefault={false} />
              <IconButton
                label={`Remove the field ${name}`}
                icon={<X />}
                onClick={() => changeForm(Object.fromEntries(Object.entries(form).filter(([other]) => other !== name)))}
              />
            </div>
          </div>
        );
      })}
      {refused !== undefined && <p className={fields.bad}>{refused}</p>}
      {problem?.path.at(-1) === 'form' && <p className={fields.bad}>{problem.message}</p>}
    </fieldset>
  );
}
