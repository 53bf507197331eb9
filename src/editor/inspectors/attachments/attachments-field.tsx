import { useMemo } from 'react';
import { useStoredFiles } from '@/editor/files/use-stored-files';
import { Field } from '@/ui/form/field';
import type { Attachment } from '@/workflow/tasks/attachments';
import { FieldHelpButton } from '../../help/field-help-button';
import { Chips } from '../fields/chips';
import type { FieldPath } from '../fields/field-path';
import { useField } from '../fields/use-field';
import { useScopeNames } from '../references/use-scope-names';
import { AttachedPictures } from './attached-pictures';
import { AttachmentDrop } from './attachment-drop';
import { formatAttachment, readAttachment } from './attachment-text';

const path: FieldPath = ['attachments'];

/** The files that a task sends to its model. */
export function AttachmentsField({ attachments = [] }: { readonly attachments: readonly Attachment[] | undefined }) {
  const { name, set, begin, refused, problem } = useField(path);
  const { entries = [], reload } = useStoredFiles();
  const scope = useScopeNames();
  const names = attachments.map(formatAttachment);
  const offered = useMemo(
    () => [
      ...entries.map((entry) => ({ value: entry.path, label: entry.path })),
      ...scope.flatMap((one) => (one.kind === 'task' ? { value: one.name, label: `What ${one.name} gives` } : [])),
    ],
    [entries, scope],
  );
  const changeAttachments = (next: readonly Attachment[]): Promise<boolean> => {
    begin();
    return set(next.length === 0 ? undefined : next);
  };
  return (
    <AttachmentDrop
      onAdded={(paths) => {
        reload();
        void changeAttachments([...attachments, ...paths.filter((one) => !names.includes(one))]);
      }}
    >
      <Field
        label="Attachments"
        help={<FieldHelpButton path={['attachments']} label="Attachments" />}
        error={refused ?? problem?.message}
      >
        <Chips
          name={name}
          names={names}
          placeholder={names.length === 0 ? 'A path such as /plan.png, or a task' : 'Add one'}
          candidates={() =>
            offered
              .filter(({ value }) => !names.includes(value))
              .map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))
          }
          removeLabel={(one) => `Remove ${one}`}
          onAdd={async (one) => names.includes(one) || changeAttachments([...attachments, readAttachment(one)])}
          onRemove={(one) => void changeAttachments(attachments.filter((_, index) => names[index] !== one))}
        />
      </Field>
      <AttachedPictures files={entries.filter((entry) => names.includes(entry.path))} />
    </AttachmentDrop>
  );
}
