import { type ReactNode, useState } from 'react';
import { useDocument, useStores } from '@/state/context';
import { jumpToTask, selectTasks } from '@/state/view/canvas';
import { openScreen } from '@/state/view/screens';
import { Chip, type ChipTone } from '@/ui/display/chip';
import { TypeTile } from '@/ui/display/type-tile';
import { Button } from '@/ui/form/button';
import { Table } from '@/ui/table/table';
import { formatPath } from '@/workflow/diagnostic';
import type { DocumentDiff, FieldChange, TaskDiff } from '@/workflow/diff/document-diff';
import { findTopTask, formatTaskLabel } from '@/workflow/document';
import { taskTraits } from '@/workflow/tasks';
import styles from './difference-table.module.css';
import { FieldRow } from './field-row';
import { kindLabels } from './kind-labels';

/**
 * Tasks shown at first, and added by each press of the button: thousands at once would be slow, and nobody would read
 * them.
 */
const pageSize = 100;

const tones: { readonly [K in TaskDiff['kind']]: ChipTone } = {
  added: 'ok',
  removed: 'failed',
  changed: 'plain',
  renamed: 'plain',
};

interface DifferenceTableProps {
  readonly diff: DocumentDiff;
  /** The name of the later document. */
  readonly later: string;
}

/**
 * The differences, field by field, for the settings and for each task. A task of the open workflow links to the canvas.
 */
export function DifferenceTable({ diff, later }: DifferenceTableProps) {
  const [shown, setShown] = useState(pageSize);
  const more = diff.tasks.length - shown;
  return (
    <>
      <Table columns={[{ name: 'Field' }, { name: 'Before' }, { name: later }]} className={styles.table}>
        {diff.settings.length > 0 && <Settings changes={diff.settings} />}
        {diff.tasks.slice(0, shown).map((task) => (
          <Task key={`${task.kind} ${task.id}`} task={task} />
        ))}
      </Table>
      {more > 0 && (
        <Button variant="ghost" onClick={() => setShown(shown + pageSize)}>
          Show {Math.min(more, pageSize)} more of {more}
        </Button>
      )}
    </>
  );
}

function Settings({ changes }: { readonly changes: readonly FieldChange[] }) {
  const { view } = useStores();
  const showSettings = () => {
    selectTasks(view, []);
    openScreen(view, { at: 'editor' });
  };
  return (
    <Group changes={changes}>
      <button type="button" className={styles.name} onClick={showSettings}>
        Workflow
      </button>
    </Group>
  );
}

function Task({ task }: { readonly task: TaskDiff }) {
  const { view } = useStores();
  const { id, type, name, kind, changes } = task;
  const isThere = useDocument(({ document }) => findTopTask(document, id) !== undefined);
  return (
    <Group changes={changes}>
      <TypeTile look={taskTraits[type]} />
      {isThere ? (
        <button type="button" className={styles.name} onClick={() => jumpToTask(view, id)}>
          {formatTaskLabel(id, { name })}
        </button>
      ) : (
        <span>{formatTaskLabel(id, { name })}</span>
      )}
      {name !== undefined && <span className={styles.id}>{id}</span>}
      <Chip tone={tones[kind]}>{kind === 'renamed' ? `Renamed from ${task.formerId}` : kindLabels[kind]}</Chip>
    </Group>
  );
}

function Group({ changes, children }: { readonly changes: readonly FieldChange[]; readonly children: ReactNode }) {
  return (
    <tbody>
      <tr>
        <th colSpan={3} scope="rowgroup">
          <span className={styles.head}>{children}</span>
        </th>
      </tr>
      {changes.map((change) => (
        <FieldRow key={formatPath(change.path)} change={change} />
      ))}
    </tbody>
  );
}
