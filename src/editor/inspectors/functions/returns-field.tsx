import { isJsonObject } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { Button } from '@/ui/form/button';
import { SchemaForm } from '../../writing/schema-form';
import type { FieldPath } from '../fields/field-path';
import fields from '../fields/fields.module.css';
import { useField } from '../fields/use-field';

/** The JSON Schema of what a function gives back, as a form; without one anything is taken. */
export function ReturnsField({ path }: { readonly path: FieldPath }) {
  const { name, value, set, begin, problem, refused } = useField(path);
  const error = refused ?? problem?.message;
  return (
    <fieldset name={name} onFocus={begin} className={`${fields.section} ${fields.plain}`} aria-label="Result">
      <div className={fields.caption}>
        {value === undefined ? 'Whatever its task gives' : 'Checked against this schema'}
        {value === undefined ? (
          <Button
            size="s"
            variant="ghost"
            onClick={() => {
              begin();
              void set({ type: 'object' });
            }}
          >
            Say what it returns
          </Button>
        ) : (
          <Button
            size="s"
            variant="ghost"
            onClick={() => {
              begin();
              void set(undefined);
            }}
          >
            Take anything
          </Button>
        )}
      </div>
      {isJsonObject(value) && <SchemaForm text={encodeJson(value)} onChange={(text) => void set(decodeJson(text))} />}
      {error !== undefined && <p className={fields.bad}>{error}</p>}
    </fieldset>
  );
}
