import { type MouseEvent, useState } from 'react';
import { isJsonObject, type Json } from '@/base/json';
import { encodeJson, tryDecodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { findInstanceAt } from '@/run/projections/instance-at';
import { getTaskResult } from '@/run/run-state';
import { useRun, useView } from '@/state/context';
import type { OutputStep, PickSource, PickTarget } from '@/state/picking';
import { getRunPath } from '@/state/run-path';
import { FoldMark } from '@/ui/display/fold-mark';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Select } from '@/ui/form/select';
import { usePayload } from '../use-payload';
import { useTaskLabel } from '../use-task-label';
import styles from './value-picker.module.css';

interface ValuePickerProps {
  readonly target: PickTarget;
  /** Those of its sources that have an output in the shown run. */
  readonly sources: readonly PickSource[];
}

/** The outputs of earlier tasks, while a field takes references: a press on a value puts its reference there. */
export function ValuePicker({ target, sources }: ValuePickerProps) {
  const [wished, setWished] = useState<string>();
  const source = sources.find(({ taskPath }) => taskPath === wished) ?? sources[0];
  if (source === undefined) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press keeps the focus in the field, so that it goes on
    <div className={styles.picker} onMouseDown={keepFocus}>
      <div className={styles.bar}>
        <Select
          label="Values of"
          value={source.taskPath}
          options={sources.map(({ taskPath, name }) => ({ value: taskPath, label: name }))}
          onChange={setWished}
        />
        <span className={styles.hint}>Click a value to put it into {target.label}</span>
      </div>
      <SourceValues key={source.taskPath} target={target} source={source} />
    </div>
  );
}

function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof HTMLSelectElement)) event.preventDefault();
}

function SourceValues({ target, source }: { readonly target: PickTarget; readonly source: PickSource }) {
  const path = useView((state) => getRunPath(state, source.taskPath));
  const { label } = useTaskLabel(source.taskPath);
  const chosen = useView((state) => state.shownRun.instance);
  const result = useRun(({ run }) => {
    const instance = findInstanceAt(run, path, chosen);
    return instance && getTaskResult(instance);
  });
  const { text, status } = usePayload(result);
  // A text that is not read wholly is no JSON yet.
  const value = (status === 'ready' ? tryDecodeJson(text) : undefined) ?? text;
  return (
    <ScrollRegion className={styles.body} label={`Values of ${label}`} translate="no">
      <ul className={styles.rows}>
        <ValueRow name="output" value={value} steps={[]} target={target} source={source} isOpen />
      </ul>
    </ScrollRegion>
  );
}

/** Most members of one value that are listed. */
const mostMembers = 100;
/** Most characters of a value in its row. */
const shownLength = 120;

interface ValueRowProps {
  readonly name: string;
  readonly value: Json;
  readonly steps: readonly OutputStep[];
  readonly target: PickTarget;
  readonly source: PickSource;
  readonly isOpen?: boolean;
}

function ValueRow({ name, value, steps, target, source, isOpen = false }: ValueRowProps) {
  const [open, setOpen] = useState(isOpen);
  const members = listMembers(value);
  const written = target.write(source, steps);
  const holds = describeHeld(value, members);
  return (
    <li>
      <div className={styles.row}>
        {members === undefined ? (
          <span className={styles.fold} />
        ) : (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={open}
            aria-label={`${open ? 'Fold' : 'Unfold'} ${name}`}
            onClick={() => setOpen(!open)}
          >
            <FoldMark />
          </button>
        )}
        <button
          type="button"
          className={styles.value}
          aria-label={`Insert ${written}: ${holds}`}
          onClick={() => target.pick(source, steps)}
        >
          <span className={styles.name}>{name}</span>
          <span className={styles.holds} data-plain={members === undefined || undefined}>
            {holds}
          </span>
          <span className={styles.insert} aria-hidden="true">
            Insert {written}
          </span>
        </button>
      </div>
      {open && members !== undefined && (
        <ul className={styles.rows}>
          {members.slice(0, mostMembers).map(([step, member]) => (
            <ValueRow
              key={step}
              name={String(step)}
              value={member}
              steps={[...steps, step]}
              target={target}
              source={source}
            />
          ))}
          {members.length > mostMembers && <li className={styles.more}>{members.length - mostMembers} more</li>}
        </ul>
      )}
    </li>
  );
}

/** What is in a list or an object; undefined: nothing can be in it. */
function listMembers(value: Json): readonly (readonly [OutputStep, Json])[] | undefined {
  if (Array.isArray(value)) return value.map((item, index) => [index, item as Json]);
  return isJsonObject(value) ? Object.entries(value) : undefined;
}

function describeHeld(value: Json, members: ReturnType<typeof listMembers>): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (members !== undefined) return members.length === 1 ? '1 field' : `${members.length} fields`;
  const text = encodeJson(value);
  return text.length > shownLength ? `${cutToStart(text, shownLength)}…` : text;
}
