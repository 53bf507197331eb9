import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import type { JsonObject } from '@/base/json';
import { encodeJson, tryDecodeJson, tryDecodeObject } from '@/base/json-text';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { IconButton } from '@/ui/form/icon-button';
import { Select } from '@/ui/form/select';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import { FieldNameInput } from '../inspectors/fields/named-values';
import { createFreshName } from '../inspectors/fields/record-keys';
import styles from './schema-form.module.css';
import {
  inferSchema,
  readFormSchema,
  removeProperty,
  renameProperty,
  type SchemaType,
  setKeyword,
  setProperty,
  setRequired,
  setSchemaType,
} from './schema-shape';

interface SchemaFormProps {
  /** The schema as JSON; empty: none. */
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const typeLabels: { readonly [K in SchemaType]: string } = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  object: 'Object',
  array: 'List',
};

/** A JSON Schema as a form, beside its text. What it cannot show is left as it is, and said. */
export function SchemaForm({ text, onChange }: SchemaFormProps) {
  const schema = text.trim() === '' ? {} : tryDecodeObject(text);
  const changeSchema = (next: JsonObject): void => onChange(encodeJson(next, 2));
  return (
    <section className={styles.form} aria-label="Schema as a form">
      <FromExample onTake={changeSchema} />
      {schema === undefined ? (
        <p className={styles.note}>The text is not a JSON object yet. Finish it there to edit it here.</p>
      ) : (
        <SchemaNode schema={schema} label="The whole" onChange={changeSchema} />
      )}
    </section>
  );
}

function FromExample({ onTake }: { readonly onTake: (schema: JsonObject) => void }) {
  const [text, setText] = useState<string>();
  if (text === undefined)
    return (
      <div>
        <Button size="s" onClick={() => setText('')}>
          From an example
        </Button>
      </div>
    );
  const example = tryDecodeJson(text);
  return (
    <div className={styles.example}>
      <TextArea
        mono
        rows={4}
        aria-label="Example, as JSON"
        placeholder={'{"title": "A book", "pages": 120}'}
        value={text}
        onChange={setText}
      />
      <div className={styles.row}>
        <Button
          size="s"
          variant="primary"
          disabled={example === undefined}
          onClick={() => {
            if (example !== undefined) onTake(inferSchema(example));
            setText(undefined);
          }}
        >
          Make the schema
        </Button>
        <Button size="s" variant="ghost" onClick={() => setText(undefined)}>
          Cancel
        </Button>
        <span className={styles.note}>It replaces the schema. Undo brings it back.</span>
      </div>
    </div>
  );
}

interface SchemaNodeProps {
  readonly schema: JsonObject;
  readonly label: string;
  readonly onChange: (schema: JsonObject) => void;
}

function SchemaNode({ schema, label, onChange }: SchemaNodeProps) {
  const { type, description, choices, properties, items, isOpen, others } = readFormSchema(schema);
  const isOther = type === undefined && schema['type'] !== undefined;
  return (
    <div className={styles.node}>
      <div className={styles.row}>
        <Select
          label={`Type of ${label}`}
          value={type ?? ''}
          options={[
            ...(type === undefined ? [{ value: '' as const, label: isOther ? 'As written' : 'Any' }] : []),
            ...Object.entries(typeLabels).map(([value, name]) => ({ value: value as SchemaType, label: name })),
          ]}
          onChange={(next) => next !== '' && onChange(setSchemaType(schema, next))}
        />
        <TextInput
          aria-label={`Description of ${label}`}
          placeholder="What it is, for the model"
          value={description}
          onChange={(next) => onChange(setKeyword(schema, 'description', next === '' ? undefined : next))}
        />
      </div>
      {type === 'string' && <Choices label={label} choices={choices} schema={schema} onChange={onChange} />}
      {type === 'object' && (
        <>
          {properties.map(({ name, schema: inner, required }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row stays the same one while its name is changed
            <fieldset key={index} className={styles.property} aria-label={`Field ${name}`}>
              <div className={styles.row}>
                <FieldNameInput
                  name={name}
                  label={`Name of field ${name}`}
                  taken={(next) => next !== name && properties.some((one) => one.name === next)}
                  onRename={(next) => onChange(renameProperty(schema, name, next))}
                />
                <Checkbox
                  label="Required"
                  checked={required}
                  onChange={(next) => onChange(setRequired(schema, name, next))}
                />
                <IconButton
                  size="m"
                  label={`Remove field ${name}`}
                  icon={<X />}
                  onClick={() => onChange(removeProperty(schema, name))}
                />
              </div>
              <SchemaNode schema={inner} label={name} onChange={(next) => onChange(setProperty(schema, name, next))} />
            </fieldset>
          ))}
          <div className={styles.row}>
            <Button
              size="s"
              variant="ghost"
              icon={<Plus />}
              onClick={() => {
                const name = createFreshName(
                  'field',
                  properties.map((one) => one.name),
                );
                onChange(setRequired(setProperty(schema, name, { type: 'string' }), name, true));
              }}
            >
              Add a field
            </Button>
            <Checkbox
              label="Others allowed"
              checked={isOpen}
              onChange={(next) => onChange(setKeyword(schema, 'additionalProperties', next ? undefined : false))}
            />
          </div>
        </>
      )}
      {items !== undefined && (
        <fieldset className={styles.property} aria-label={`Items of ${label}`}>
          <span className={styles.note}>Each item</span>
          <SchemaNode
            schema={items}
            label={`an item of ${label}`}
            onChange={(next) => onChange(setKeyword(schema, 'items', next))}
          />
        </fieldset>
      )}
      {others.length > 0 && <p className={styles.note}>Kept as written in the text: {others.join(', ')}</p>}
    </div>
  );
}

interface ChoicesProps extends SchemaNodeProps {
  readonly choices: readonly string[] | undefined;
}

/** The texts that are allowed, one a line. */
function Choices({ label, choices, schema, onChange }: ChoicesProps) {
  const [draft, setDraft] = useState<string>();
  const shown = draft ?? (choices ?? []).join('\n');
  return (
    <TextArea
      rows={1}
      aria-label={`Choices of ${label}`}
      placeholder="Any text; or one choice a line"
      className={styles.choices}
      value={shown}
      onChange={(next) => {
        setDraft(next);
        const lines = next.split('\n').filter((line) => line.trim() !== '');
        onChange(setKeyword(schema, 'enum', lines.length === 0 ? undefined : lines));
      }}
      onBlur={() => setDraft(undefined)}
    />
  );
}
