import type { ReactNode } from 'react';
import { defaultLimits } from '@/plan/limits';
import { ChoiceField, SwitchField } from '../fields/choice-field';
import { CleanupField } from '../fields/cleanup-field';
import fields from '../fields/fields.module.css';
import { Rows } from '../fields/section';
import { TextField } from '../fields/text-field';
import { LimitFields } from './limit-fields';
import { type LimitKey, limitKeys } from './limit-rows';

const truncations = [
  { value: 'head', label: 'Its head' },
  { value: 'both', label: 'Its head and tail' },
  { value: 'summary', label: 'A summary' },
];

const ofViews: readonly LimitKey[] = ['maxStdoutBytes', 'maxStderrBytes', 'maxCombinedBytes'];
const ofStore: readonly LimitKey[] = ['externalStorageThreshold', 'maxStoredBytes'];
const ofContext: readonly LimitKey[] = ['maxContextBytes', 'maxContextTasks'];
const grouped = [...ofViews, ...ofStore, ...ofContext];

/** The folded limits: all but the `first`. */
export function MoreLimits({ first }: { readonly first: readonly LimitKey[] }) {
  return (
    <>
      <LimitFields keys={limitKeys.filter((key) => !first.includes(key) && !grouped.includes(key))} />
      <Group title="Long outputs" help="How much of an output prompts and contexts see. The whole is stored.">
        <LongOutputFields />
      </Group>
      <Group title="Files of whole outputs" help="Large outputs are kept as separate files.">
        <OutputFileFields />
      </Group>
      <Group title="Earlier outputs in a call" help="How much of them a call is given, and which stay for later calls.">
        <EarlierOutputFields />
      </Group>
    </>
  );
}

/** How much of a long output prompts and contexts see. */
export function LongOutputFields() {
  return (
    <>
      <Rows>
        <ChoiceField path={['limits', 'truncationStrategy']} label="Show" options={truncations} unset="Its tail" />
      </Rows>
      <LimitFields keys={ofViews} />
    </>
  );
}

/** When and where a whole output is kept as a file of its own. */
export function OutputFileFields() {
  return (
    <>
      <LimitFields keys={ofStore} />
      <Rows>
        <TextField
          path={['limits', 'externalStorageDir']}
          label="Folder"
          placeholder={defaultLimits.externalStorageDir}
        />
      </Rows>
      <SwitchField path={['limits', 'compressExternal']} label="Compress them" byDefault />
    </>
  );
}

/** How much of earlier outputs a call is given, and which of them stay. */
export function EarlierOutputFields() {
  return (
    <>
      <LimitFields keys={ofContext} />
      <CleanupField path={['limits', 'cleanupStrategy']} />
    </>
  );
}

interface GroupProps {
  readonly title: string;
  /** The purpose of its fields, in a sentence. */
  readonly help: string;
  readonly children: ReactNode;
}

function Group({ title, help, children }: GroupProps) {
  return (
    <fieldset className={`${fields.section} ${fields.plain}`} aria-label={title}>
      <div className={fields.group}>
        <h4>{title}</h4>
        <p>{help}</p>
      </div>
      {children}
    </fieldset>
  );
}
