import { formatCount } from '@/base/figures';
import type { ImportReport } from '@/formats/foreign/import-report';
import type { ForeignFlow } from '@/formats/import-file';
import type { AppStores } from '@/state/context';
import { Note } from '@/ui/display/note';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import { type DocumentDiff, isSameMeaning } from '@/workflow/diff/document-diff';
import type { ImportedState } from '@/workflow/repository';
import { DifferenceTable } from '../compare/difference-table';
import { kindLabels } from '../compare/kind-labels';
import styles from './import-report.module.css';
import { parseReport } from './parse-report';

/** An earlier import of the same file. */
interface EarlierImport extends ImportedState {
  /** What the file says otherwise than then. */
  readonly diff: DocumentDiff;
  /** Whether the open workflow is that one, and is as it was imported, so that nothing of a person's is lost. */
  readonly isOpenAsThen: boolean;
}

/**
 * The newest earlier import of the same file, by the name in it or that of the file, and by its nodes; undefined: there
 * is none.
 */
export async function findEarlierImport(
  { document, services }: AppStores,
  { label, text, report, document: read }: ForeignFlow,
): Promise<EarlierImport | undefined> {
  const imports = await services.workflows.imports();
  const found = imports.find(
    ({ format, name, file }) =>
      format === report.format &&
      ((name !== '' && name === read.name) || (file !== '' && nameWithoutCount(file) === nameWithoutCount(label))),
  );
  if (found === undefined) return undefined;
  const { workflowId, revision } = found;
  const kept = await services.workflows.importOf(workflowId, revision);
  const before = await services.workflows.textOf(workflowId, revision);
  const reportBefore = kept && parseReport(kept.report);
  if (before === undefined || reportBefore === undefined || !sharesNodes(reportBefore, report)) return undefined;
  const diff = await services.documents.diff(before, text);
  if (!diff.ok) return undefined;
  const isOpen = document.getState().id === workflowId && document.getState().sync !== 'broken';
  const own = isOpen ? await services.documents.diff(before, document.getState().text) : undefined;
  return { ...found, diff: diff.value, isOpenAsThen: own?.ok === true && isSameMeaning(own.value) };
}

/** `app (2).yml`, as browsers name the second download, without the number. */
const nameWithoutCount = (file: string): string => file.replace(/ ?\(\d+\)(?=\.\w+$)/, '');

/** Whether at least half of the nodes of the smaller one are in the other. */
function sharesNodes(before: ImportReport, after: ImportReport): boolean {
  const list = ({ lines }: ImportReport) => lines.flatMap(({ place }) => (place.startsWith('node:') ? [place] : []));
  const [ids, others] = [list(before), new Set(list(after))];
  return ids.filter((id) => others.has(id)).length * 2 >= Math.min(ids.length, others.size);
}

/** Says that a file was imported before, and what it says otherwise now. */
export function EarlierImportNote({
  earlier: { savedAt, diff, isOpenAsThen },
  onTakeOver,
}: {
  readonly earlier: EarlierImport;
  readonly onTakeOver: () => void;
}) {
  const isSame = isSameMeaning(diff);
  const day = new Date(savedAt).toLocaleDateString('en', { dateStyle: 'medium' });
  return (
    <Note
      tone="info"
      title={`You imported this on ${day}.`}
      action={
        !isSame && isOpenAsThen ? (
          <Button size="s" onClick={onTakeOver}>
            Take over in the open workflow
          </Button>
        ) : undefined
      }
    >
      {isSame ? 'It says the same as then.' : `${countChanges(diff)}.`}
      {!isSame && (
        <details>
          <summary>What changed</summary>
          <ScrollRegion label="What changed" className={styles.changes}>
            <DifferenceTable diff={diff} later="Now" isElsewhere />
          </ScrollRegion>
        </details>
      )}
    </Note>
  );
}

/** `3 tasks changed, 1 added, 2 settings changed`. */
function countChanges({ tasks, settings }: DocumentDiff): string {
  const kinds = (['changed', 'renamed', 'added', 'removed'] as const).flatMap((kind) => {
    const count = tasks.filter((task) => task.kind === kind).length;
    return count === 0 ? [] : [`${formatCount(count, 'task')} ${kindLabels[kind].toLowerCase()}`];
  });
  const set = settings.length === 0 ? [] : [`${formatCount(settings.length, 'setting')} changed`];
  return [...kinds, ...set].join(', ');
}
