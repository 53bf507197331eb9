import FileUp from 'lucide-react/icons/file-up';
import Save from 'lucide-react/icons/save';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { formatBytes } from '@/base/figures';
import { Note } from '@/ui/display/note';
import { downloadText } from '@/ui/download-text';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { unsavedMark } from '@/ui/overlay/unsaved';
import { pickFile } from '../files/pick-file';
import styles from './what-if-dialog.module.css';

/** The longest text in characters that a field of the page takes without blocking it. */
const longestInField = 100_000;

/** The largest file that is taken as a text, in bytes. */
const largestFile = 50_000_000;

interface WhatIfTextProps {
  readonly label: string;
  readonly hint: ReactNode;
  readonly text: string;
  readonly readOnly: boolean;
  readonly isChanged: boolean;
  readonly onChange: (text: string) => void;
}

/** The text that a person writes otherwise: in a field, or in a file if it is too long for that. */
export function WhatIfText({ label, hint, text, readOnly, isChanged, onChange }: WhatIfTextProps) {
  if (text.length > longestInField) return <TextAsFile label={label} hint={hint} text={text} onChange={onChange} />;
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (text.length + pasted.length <= longestInField) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    onChange(text.slice(0, selectionStart) + pasted + text.slice(selectionEnd));
  };
  return (
    <Field label={label} hint={hint}>
      <TextArea
        data-autofocus
        {...unsavedMark(isChanged)}
        mono
        rows={14}
        className={styles.text}
        value={text}
        readOnly={readOnly}
        onPaste={paste}
        onChange={onChange}
      />
    </Field>
  );
}

type TextAsFileProps = Pick<WhatIfTextProps, 'label' | 'hint' | 'text' | 'onChange'>;

function TextAsFile({ label, hint, text, onChange }: TextAsFileProps) {
  const [refused, setRefused] = useState<string>();
  const chooseFile = async () => {
    const file = await pickFile([]);
    if (file === undefined) return;
    if (file.size > largestFile) {
      setRefused(`${file.name} has ${formatBytes(file.size)}. A text can have ${formatBytes(largestFile)}.`);
      return;
    }
    setRefused(undefined);
    onChange(await file.text());
  };
  return (
    <section aria-label={label}>
      <Note
        tone={refused === undefined ? 'info' : 'error'}
        title={refused ?? `This text is too long for a field: ${formatBytes(text.length)}.`}
        action={
          <span className={styles.files}>
            <Button
              size="s"
              icon={<Save />}
              onClick={() => downloadText(`${label.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.txt`, text)}
            >
              Save as a file
            </Button>
            <Button size="s" icon={<FileUp />} onClick={() => void chooseFile()} data-autofocus>
              Choose a file
            </Button>
          </span>
        }
      >
        Save it, change the file, then choose it here. {hint}
      </Note>
    </section>
  );
}
