import { useDocument, useStores } from '@/state/context';
import { jumpToTask, selectTasks } from '@/state/view/canvas';
import { openScreen } from '@/state/view/screens';
import { Chip, type ChipTone } from '@/ui/display/chip';
import { TypeTile } from '@/ui/display/type-tile';
import { ComparisonTable } from '@/ui/table/comparison-table';
import type { DocumentDiff, TaskDiff } from '@/workflow/diff/document-diff';
import { findTopTask, formatTaskLabel } from '@/workflow/document';
import { taskTraits } from '@/workflow/tasks';
import styles from './difference-table.module.css';
import { readFieldRow } from './field-row';
import { kindLabels } from './kind-labels';

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
  /** Whether they are of another workflow than the open one: then nothing links to the canvas. */
  readonly isElsewhere?: boolean;
}

/**
 * The differences, field by field, for the settings and for each task. A task of the open workflow links to the canvas.
 */
export function DifferenceTable({ diff, later, isElsewhere = false }: DifferenceTableProps) {
  const settings = diff.settings.length > 0 && { changes: diff.settings };
  return (
    <ComparisonTable
      columns={[{ name: 'Field' }, { name: 'Before' }, { name: later }]}
      items={settings ? [settings, ...diff.tasks] : diff.tasks}
      getKey={(item) => ('kind' in item ? `${item.kind} ${item.id}` : '')}
      className={styles.table}
    >
      {(item) => ({
        title:
          'kind' in item ? (
            <TaskTitle task={item} isElsewhere={isElsewhere} />
          ) : isElsewhere ? (
            'Workflow'
          ) : (
            <SettingsTitle />
          ),
        rows: item.changes.map(readFieldRow),
      })}
    </ComparisonTable>
  );
}

function SettingsTitle() {
  const { view } = useStores();
  const showSettings = () => {
    selectTasks(view, []);
    openScreen(view, { at: 'editor' });
  };
  return (
    <button type="button" className={styles.name} onClick={showSettings}>
      Workflow
    </button>
  );
}

function TaskTitle({ task, isElsewhere }: { readonly task: TaskDiff; readonly isElsewhere: boolean }) {
  const { view } = useStores();
  const { id, type, name, kind } = task;
  const isThere = useDocument(({ document }) => !isElsewhere && findTopTask(document, id) !== undefined);
  return (
    <>
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
    </>
  );
}
