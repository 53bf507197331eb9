import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import type { Definition } from '@/workflow/document';
import type { FieldPath } from '../fields/field-path';
import fields from '../fields/fields.module.css';
import { LinesField } from '../fields/lines-field';
import { freshName } from '../fields/record-keys';
import { Two } from '../fields/section';
import { JsonField, TextField } from '../fields/text-field';
import { useField } from '../fields/use-field';
import { ValueField } from '../fields/value-field';

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'any'];

/** The fields of one definition of the library. */
export function DefinitionFields({ path, definition }: { readonly path: FieldPath; readonly definition: Definition }) {
  return (
    <>
      <TextField path={[...path, 'description']} label="What it does" placeholder="Nothing is said" />
      <Parameters path={[...path, 'parameters']} parameters={definition.parameters} />
      <JsonField object path={[...path, 'returns']} label="Result, as JSON Schema" rows={1} />
      <LinesField
        path={[...path, 'criteria']}
        label="Criteria by which it is found"
        single
        rows={1}
        placeholder="It is only called by name"
      />
      <JsonField object path={[...path, 'task']} label="Task that it runs, as JSON" rows={4} />
      <TextField path={[...path, 'origin']} label="Saved definition that it is a copy of" placeholder="None" mono />
    </>
  );
}

interface ParametersProps {
  readonly path: FieldPath;
  readonly parameters: Definition['parameters'];
}

/** The parameters of the definition, which a call fills in. */
function Parameters({ path, parameters = [] }: ParametersProps) {
  const { name, set, begin } = useField(path);
  const change = (next: ParametersProps['parameters'] & object): void => {
    begin();
    void set(next.length === 0 ? undefined : next);
  };
  const fresh = () =>
    freshName(
      'parameter',
      parameters.map((parameter) => parameter.name),
    );
  return (
    <fieldset name={name} className={`${fields.section} ${fields.plain}`} aria-label="Parameters">
      <div className={fields.caption}>
        Parameters
        <Button
          size="s"
          variant="ghost"
          icon={<Plus />}
          onClick={() => change([...parameters, { name: fresh(), type: 'string' }])}
        >
          Add a parameter
        </Button>
      </div>
      {parameters.map((parameter, index) => {
        const at: FieldPath = [...path, String(index)];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a parameter stays the same one while its name is changed
          <div key={index} className={fields.item}>
            <Two>
              <TextField path={[...at, 'name']} label={`Name of parameter ${index + 1}`} mono />
              <TextField path={[...at, 'type']} label="Its type" placeholder="any" suggestions={types} />
            </Two>
            <TextField path={[...at, 'description']} label="What it is for" placeholder="Nothing is said" />
            <ValueField path={[...at, 'default']} label="Default" kinds={['text', 'json']} unset="Required" />
            <div>
              <IconButton
                label={`Remove the parameter ${parameter.name}`}
                icon={<X />}
                onClick={() => change(parameters.filter((_one, other) => other !== index))}
              />
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}
