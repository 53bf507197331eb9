import ChevronDown from 'lucide-react/icons/chevron-down';
import { useMemo, useState } from 'react';
import { formatBytes } from '@/base/figures';
import { countTasks, listSelectedIds } from '@/editor/actions/edit';
import { useStoredFiles } from '@/editor/files/use-stored-files';
import type { ExportOptions } from '@/formats/export-text';
import { type Notation, notationFacts, notations } from '@/formats/notation';
import type { LinkRefusal } from '@/share/workflow-link';
import { useDocument, useStores } from '@/state/context';
import { attemptAction } from '@/ui/attempt';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { IconButton } from '@/ui/form/icon-button';
import { Segmented } from '@/ui/form/segmented';
import { Dialog } from '@/ui/overlay/dialog';
import { Menu, type MenuEntry } from '@/ui/overlay/menu';
import { findTopTask, formatTaskLabel } from '@/workflow/document';
import type { FileEntry } from '@/workflow/file-repository';
import { countPins } from '@/workflow/pins';
import { downloadArchive } from '../archive/download-archive';
import type { AppDialogProps } from '../dialogs/app-dialog';
import { downloadFile, exportName } from '../files/export-file';
import { copyLink } from './copy-link';
import { copyText } from './copy-text';
import styles from './export-dialog.module.css';
import { ExportPreview } from './export-preview';
import { savePicture } from './save-picture';
import { useExported } from './use-exported';
import { XmlCheck } from './xml-check';

const notationOptions = notations.map((value) => ({ value, label: notationFacts[value].label }));

interface ExportDialogProps extends AppDialogProps {
  /** The initial choice. */
  readonly scope: 'workflow' | 'tasks';
}

/** The number of files, and their size: `3, 1.2 MB`. */
function formatSizes(files: readonly FileEntry[]): string {
  return `${files.length}, ${formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0))}`;
}

/** Exports the workflow, or the selected tasks as a template, in a notation. It shows a preview of the file. */
export function ExportDialog({ scope: firstScope, onClose }: ExportDialogProps) {
  const stores = useStores();
  const broken = useDocument(({ sync }) => sync === 'broken');
  const workflow = useDocument(({ document }) => document);
  const selected = useMemo(() => listSelectedIds(stores), [stores]);
  const [scope, setScope] = useState(firstScope);
  const [notation, setNotation] = useState<Notation>('yaml');
  // Defaults for what a person has not chosen: a workflow is exported whole, a template without what only its author
  // needs.
  const [chosen, setChosen] = useState<{
    readonly omitLayout?: boolean;
    readonly omitAids?: boolean;
    readonly omitPins?: boolean;
  }>({});
  const isTemplate = scope === 'tasks';
  const { omitLayout = isTemplate, omitAids = isTemplate, omitPins = isTemplate } = chosen;
  const pins = useMemo(() => countPins(workflow), [workflow]);
  const wish = useMemo<ExportOptions>(
    () => ({ notation, omitLayout, omitAids, omitPins, ...(isTemplate && { tasks: selected }) }),
    [notation, omitLayout, omitAids, omitPins, isTemplate, selected],
  );
  const exported = useExported(wish);
  const file = exported?.status === 'written' ? exported : undefined;
  const [only, ...more] = isTemplate ? selected : [];
  const task = only && more.length === 0 ? findTopTask(workflow, only) : undefined;
  const name = exportName(only && task ? formatTaskLabel(only, task) : workflow.name, file?.wish.notation ?? notation);
  const pictureName = exportName(workflow.name, 'yaml').replace(/\.\w+$/, '');
  const { entries = [] } = useStoredFiles();
  const [withFiles, setWithFiles] = useState(true);
  const hasFiles = entries.length > 0 && !isTemplate;
  const download = async () => {
    if (!file) return;
    if (hasFiles && withFiles) {
      const { services, document } = stores;
      await downloadArchive({ name, text: file.text, workflow: document.getState().id, files: services.files });
    } else downloadFile(name, file.text, file.wish.notation);
    onClose();
  };
  const [refusal, setRefusal] = useState<LinkRefusal>();
  const link = async () => {
    const text = stores.services.documents.exportText({ ...wish, notation: 'yaml' });
    setRefusal(await copyLink(text, hasFiles ? entries.length : 0));
  };
  const savePictureAs = (form: 'svg' | 'png', label: string): MenuEntry => ({
    kind: 'item',
    label,
    onSelect: () => void attemptAction(() => savePicture(workflow, form, pictureName)),
  });
  const others: readonly MenuEntry[] = [
    {
      kind: 'item',
      label: isTemplate ? 'Copy a link to these tasks' : 'Copy a link to this workflow',
      disabled: !file,
      onSelect: () => void attemptAction(link),
    },
    ...(isTemplate ? [] : [savePictureAs('svg', 'Save as SVG'), savePictureAs('png', 'Save as PNG')]),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export"
      width="wide"
      footer={
        <>
          <Button variant="ghost" disabled={!file} onClick={() => file && void copyText(file.text)}>
            Copy
          </Button>
          <Button variant="primary" disabled={!file} onClick={() => void attemptAction(download)}>
            Download
          </Button>
          {!broken && (
            <Menu
              trigger={<IconButton label="Other ways to export" icon={<ChevronDown />} />}
              label="Other ways to export"
              align="end"
              entries={others}
            />
          )}
        </>
      }
    >
      {broken && (
        <Note tone="warning" title="The code has mistakes.">
          Until they are fixed, only the text as it is can be exported.
        </Note>
      )}
      {!broken && (
        <>
          <div className={styles.choices}>
            {selected.length > 0 && (
              <Segmented
                label="What"
                options={[
                  { value: 'workflow', label: 'Whole workflow' },
                  {
                    value: 'tasks',
                    label: selected.length === 1 ? 'Selected task' : `${countTasks(selected.length)} selected`,
                  },
                ]}
                value={scope}
                onChange={setScope}
              />
            )}
            <Segmented label="Notation" options={notationOptions} value={notation} onChange={setNotation} />
          </div>
          <div className={styles.choices}>
            <Checkbox
              label="Leave out layout"
              checked={omitLayout || task !== undefined}
              disabled={task !== undefined}
              onChange={(next) => setChosen({ ...chosen, omitLayout: next })}
            />
            <Checkbox
              label="Leave out debugging aids"
              checked={omitAids}
              onChange={(next) => setChosen({ ...chosen, omitAids: next })}
            />
            {pins > 0 && (
              <Checkbox
                label={`Leave out pinned outputs (${pins})`}
                checked={omitPins}
                onChange={(next) => setChosen({ ...chosen, omitPins: next })}
              />
            )}
            {hasFiles && (
              <Checkbox
                label={`With its files, as a ZIP (${formatSizes(entries)})`}
                checked={withFiles}
                onChange={setWithFiles}
              />
            )}
          </div>
        </>
      )}
      {refusal && (
        <Note tone="warning" title={refusal.message}>
          {refusal.advice}
        </Note>
      )}
      {exported?.status === 'failed' && (
        <Note tone="error" title={exported.failure.message}>
          {exported.failure.advice}
        </Note>
      )}
      {file && <ExportPreview name={name} text={file.text} />}
      {file?.wish.notation === 'xml' && <XmlCheck text={file.text} />}
    </Dialog>
  );
}
