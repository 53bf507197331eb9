import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import { useDocument } from '@/state/context';
import type { EditCommand } from '@/state/document-state';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { addInput, removeInput } from '@/workflow/commands/edit-inputs';
import { renameInput } from '@/workflow/commands/rename/rename-input';
import { updateSettings } from '@/workflow/commands/update-settings';
import type { InputType, WorkflowInput } from '@/workflow/inputs/workflow-input-schema';
import { ChoiceField, SwitchField } from '../fields/choice-field';
import type { FieldPath } from '../fields/field-path';
import fields from '../fields/fields.module.css';
import { LinesField } from '../fields/lines-field';
import { createFreshName } from '../fields/record-keys';
import { RenameField } from '../fields/rename-field';
import { Fold, Two } from '../fields/section';
import { useDispatch } from '../fields/subject';
import { AreaField, JsonField, NumberField, TextField } from '../fields/text-field';
import { useField } from '../fields/use-field';
import { ValueField } from '../fields/value-field';

const typeLabels: { readonly [K in InputType]: string } = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  choice: 'Choice',
  file: 'File',
  json: 'JSON',
};

const types = Object.entries(typeLabels)
  .filter(([value]) => value !== 'text')
  .map(([value, label]) => ({ value, label }));

/** What a run is given: each input a fold with its fields, in the order in which the form asks for them. */
export function InputsEditor() {
  const inputs = useDocument(({ document }) => document.inputs) ?? {};
  const variables = useDocument(({ document }) => document.variables) ?? {};
  const dispatch = useDispatch();
  const { problem } = useField(['inputs']);
  const names = Object.keys(inputs);
  const add = (): void => {
    const name = createFreshName('input', [...names, ...Object.keys(variables)]);
    void dispatch((document) => addInput(document, { name, input: { type: 'text' } }), 'Add an input');
  };
  return (
    <fieldset name="inputs" className={`${fields.section} ${fields.plain}`} aria-label="Inputs">
      <div className={fields.caption}>
        {names.length === 0 ? 'Values that each run is given' : `${names.length} that each run is given`}
        <Button size="s" variant="ghost" icon={<Plus />} onClick={add}>
          Add an input
        </Button>
      </div>
      {names.length > 0 && (
        <div className={fields.folds}>
          {names.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an input stays the same one while its name is changed
            <Fold key={index} title={name} state={formatInputState(inputs[name] ?? {})}>
              <InputFields name={name} input={inputs[name] ?? {}} />
              <div className={fields.buttons}>
                <IconButton
                  label={`Move ${name} up`}
                  icon={<ArrowUp />}
                  disabled={index === 0}
                  onClick={() => void dispatch(createSwap(index, index - 1), `Move ${name} up`)}
                />
                <IconButton
                  label={`Move ${name} down`}
                  icon={<ArrowDown />}
                  disabled={index === names.length - 1}
                  onClick={() => void dispatch(createSwap(index, index + 1), `Move ${name} down`)}
                />
                <Button
                  size="s"
                  onClick={() => void dispatch((document) => removeInput(document, { name }), `Remove ${name}`)}
                >
                  Remove {name}
                </Button>
              </div>
            </Fold>
          ))}
        </div>
      )}
      {problem?.path.length === 1 && <p className={fields.bad}>{problem.message}</p>}
    </fieldset>
  );
}

/** What an input is, in a word or two, while its fields are folded. */
function formatInputState({ type = 'text', required = false }: WorkflowInput): string {
  const label = typeLabels[type].toLowerCase();
  const word = type === 'json' ? typeLabels.json : label;
  return required ? `${word}, required` : word;
}

function createSwap(index: number, other: number): EditCommand {
  return (document) => {
    const entries = Object.entries(document.inputs ?? {});
    const [one, two] = [entries[index], entries[other]];
    if (one !== undefined && two !== undefined) [entries[index], entries[other]] = [two, one];
    return updateSettings(document, { patch: { inputs: Object.fromEntries(entries) } });
  };
}

interface InputFieldsProps {
  readonly name: string;
  readonly input: WorkflowInput;
}

function InputFields({ name, input }: InputFieldsProps) {
  const at: FieldPath = ['inputs', name];
  const { type = 'text' } = input;
  const dispatch = useDispatch();
  const { problem } = useField(at);
  const rename = (newName: string): Promise<string | undefined> =>
    dispatch((document) => renameInput(document, { name, newName }), `Rename the input ${name}`);
  return (
    <>
      <Two>
        <RenameField
          mono
          label="Name"
          name={at.join('.')}
          current={name}
          rename={rename}
          problem={problem?.path.length === at.length ? problem.message : undefined}
        />
        <ChoiceField path={[...at, 'type']} label="Type" options={types} unset={typeLabels.text} />
      </Two>
      <TextField path={[...at, 'label']} label="Label" placeholder={name} />
      <AreaField path={[...at, 'description']} label="What it is for" rows={1} />
      <SwitchField path={[...at, 'required']} label="A run needs it" byDefault={false} />
      <ForType name={name} at={at} type={type} input={input} />
      <DefaultField path={[...at, 'default']} type={type} options={input.options} value={input.default} />
    </>
  );
}

interface DefaultFieldProps {
  readonly path: FieldPath;
  readonly type: InputType;
  readonly options: readonly string[] | undefined;
  readonly value: unknown;
}

/** The value of an input that nobody gives, with the control of its type. */
function DefaultField({ path, type, options = [], value }: DefaultFieldProps) {
  const isFitting = value === undefined || type === 'json' || typeof value === valueTypes[type];
  // A default of another type is shown as it is, until it is mended.
  if (!isFitting) return <ValueField path={path} label="Default" kinds={['text', 'json']} unset="None" />;
  switch (type) {
    case 'text':
      return <AreaField path={path} label="Default" placeholder="None" rows={1} />;
    case 'number':
      return <NumberField path={path} label="Default" placeholder="None" />;
    case 'boolean':
      return <SwitchField path={path} label="On by default" byDefault={false} />;
    case 'choice':
      return (
        <ChoiceField
          path={path}
          label="Default"
          options={options.map((option) => ({ value: option, label: option }))}
          unset="None"
        />
      );
    case 'file':
      return <TextField path={path} label="Default" placeholder="None, or a file of the workflow: /a.pdf" />;
    case 'json':
      return <JsonField path={path} label="Default" placeholder="None" rows={1} />;
  }
}

const valueTypes: { readonly [K in Exclude<InputType, 'json'>]: string } = {
  text: 'string',
  number: 'number',
  boolean: 'boolean',
  choice: 'string',
  file: 'string',
};

interface ForTypeProps extends InputFieldsProps {
  readonly at: FieldPath;
  readonly type: InputType;
}

/** What only inputs of a type have; and fields of another type that are set, so that they can be removed. */
function ForType({ name, at, type, input }: ForTypeProps) {
  const has = (field: keyof WorkflowInput, of: InputType) => type === of || input[field] !== undefined;
  return (
    <>
      {has('options', 'choice') && <LinesField path={[...at, 'options']} label="Options, one a line" rows={2} />}
      {(has('min', 'number') || has('max', 'number')) && (
        <Two>
          <NumberField path={[...at, 'min']} label="Minimum" placeholder="Any" />
          <NumberField path={[...at, 'max']} label="Maximum" placeholder="Any" />
        </Two>
      )}
      {has('integer', 'number') && (
        <SwitchField path={[...at, 'integer']} label="Whole numbers only" byDefault={false} />
      )}
      {has('maxLength', 'text') && (
        <NumberField path={[...at, 'maxLength']} label="Maximum characters" placeholder="Any" min={1} whole />
      )}
      {has('accept', 'file') && (
        <LinesField
          path={[...at, 'accept']}
          label="Types of files, one a line"
          placeholder="application/pdf, image/* or .csv"
          rows={2}
        />
      )}
      {has('maxBytes', 'file') && (
        <NumberField path={[...at, 'maxBytes']} label="Maximum bytes of a file" placeholder="10000000" min={1} whole />
      )}
      {has('multiple', 'file') && <SwitchField path={[...at, 'multiple']} label="Several files" byDefault={false} />}
      {has('schema', 'json') && (
        <JsonField object path={[...at, 'schema']} label={`JSON Schema of ${name}`} rows={2} language="schema" />
      )}
    </>
  );
}
