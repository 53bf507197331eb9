import { useMemo, useState } from 'react';
import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { useFieldControl } from '@/ui/form/field';
import { Segmented } from '@/ui/form/segmented';
import { TextArea } from '@/ui/form/text-area';
import { buildDrafts, buildToolForm, type Drafts, readFormArguments } from '../tools/form-fields';
import { TryFields } from '../tools/try-fields';
import styles from './json-control.module.css';

interface JsonControlProps {
  /** The JSON Schema of the value; undefined: any value. */
  readonly schema: JsonObject | undefined;
  /** The value as a person writes it. */
  readonly value: string;
  readonly disabled?: boolean | undefined;
  readonly onChange: (value: string) => void;
}

const looks = [
  { value: 'form', label: 'Form' },
  { value: 'text', label: 'Text' },
] as const;

/** A JSON value: as text, and where its schema has fields also as a form. */
export function JsonControl({ schema, value, disabled, onChange }: JsonControlProps) {
  const form = useMemo(() => {
    const built = schema === undefined || schema['properties'] === undefined ? undefined : buildToolForm(schema);
    return built?.ok ? built.fields : undefined;
  }, [schema]);
  const { id, ...described } = useFieldControl();
  const [look, setLook] = useState<'form' | 'text'>('form');
  const [edited, setEdited] = useState<{ readonly drafts: Drafts; readonly problems: ReadonlyMap<string, string> }>();
  const drafts = useMemo(() => (form === undefined ? undefined : buildDrafts(form, value)), [form, value]);
  const isForm = look === 'form' && form !== undefined && (edited ?? drafts) !== undefined;
  const changeDraft = (name: string, draft: string): void => {
    const next = new Map(edited?.drafts ?? drafts).set(name, draft);
    const read = readFormArguments(form ?? [], next);
    setEdited({ drafts: next, problems: read.ok ? noProblems : read.problems });
    if (read.ok) onChange(encodeJson(read.args, 2));
  };
  const text = isForm ? undefined : (
    <TextArea mono rows={3} value={value} disabled={disabled} placeholder="JSON" onChange={onChange} />
  );
  if (form === undefined) return text;
  return (
    // biome-ignore lint/a11y/useSemanticElements: its legend is the label of the field around it.
    <div {...(isForm ? described : {})} className={styles.control} role="group" aria-labelledby={`${id}label`}>
      {drafts !== undefined && (
        <Segmented
          label="Written as"
          options={looks}
          value={look}
          onChange={(next) => {
            setEdited(undefined);
            setLook(next);
          }}
        />
      )}
      {isForm && (
        <div className={styles.fields}>
          <TryFields
            fields={form}
            drafts={edited?.drafts ?? drafts ?? new Map()}
            problems={edited?.problems ?? noProblems}
            onChange={changeDraft}
          />
        </div>
      )}
      {text}
    </div>
  );
}

const noProblems: ReadonlyMap<string, string> = new Map();
