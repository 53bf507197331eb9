import FileText from 'lucide-react/icons/file-text';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import { formatBytes } from '@/base/figures';
import { useDocument, useStores } from '@/state/context';
import { DropZone } from '@/ui/drop/drop-zone';
import { useFieldControl } from '@/ui/form/field';
import { IconButton } from '@/ui/form/icon-button';
import { normalizeFilePath } from '@/workflow/file-path';
import styles from './file-choice.module.css';

interface FileChoiceProps {
  /** Where the files of this field are stored: `/inputs`. */
  readonly folder: string;
  /** The paths of the chosen files, one a line; empty: none. */
  readonly value: string;
  readonly disabled?: boolean | undefined;
  /** Types of files, as of `accept` of HTML; left out: all. */
  readonly accept?: readonly string[] | undefined;
  /** Most bytes of one file. */
  readonly maxBytes?: number | undefined;
  /** Whether several files can be chosen. */
  readonly multiple?: boolean | undefined;
  readonly onChange: (value: string) => void;
}

/** Files of this machine, chosen or dropped, which are stored with the workflow under names of their own. */
export function FileChoice({ folder, value, disabled, accept, maxBytes, multiple, onChange }: FileChoiceProps) {
  const { document, services } = useStores();
  const [problem, setProblem] = useState<string>();
  const control = useFieldControl();
  const paths = splitPaths(value);
  const sizes = useFileSizes(value);
  const takeFiles = async (given: FileList | null): Promise<void> => {
    const files = [...(given ?? [])];
    if (disabled || files.length === 0) return;
    const refusal = multiple || files.length === 1 ? findRefusal(files, accept, maxBytes) : 'Choose one file.';
    setProblem(refusal);
    if (refusal !== undefined) return;
    try {
      const stored = await Promise.all(
        files.map(async (file) => ({
          path: normalizeFilePath(`${folder}/${file.name}`),
          content: new Uint8Array(await file.arrayBuffer()),
        })),
      );
      await services.files.write(document.getState().id, stored);
      const added = stored.map(({ path }) => path);
      onChange([...new Set(multiple ? [...paths, ...added] : added)].join('\n'));
    } catch (error) {
      setProblem(toFailure(error).message);
    }
  };
  return (
    <DropZone className={styles.drop} onDrop={({ files }) => void takeFiles(files)}>
      {paths.map((path) => (
        <span key={path} className={styles.file}>
          <FileText aria-hidden="true" />
          <span className={styles.path} title={path}>
            {path}
          </span>
          <Size bytes={sizes?.get(path)} isKnown={sizes !== undefined} />
          <IconButton
            size="s"
            label={`Remove ${path}`}
            icon={<X />}
            disabled={disabled}
            onClick={() => onChange(paths.filter((other) => other !== path).join('\n'))}
          />
        </span>
      ))}
      <span className={styles.choose}>
        Drop {multiple ? 'files' : 'a file'} here, or{' '}
        <span className={styles.button}>
          <input
            {...control}
            type="file"
            accept={accept?.join(',')}
            multiple={multiple}
            disabled={disabled}
            onChange={(event) => {
              const { files } = event.target;
              void takeFiles(files).then(() => {
                // The same file can be chosen again, after it was changed or removed.
                event.target.value = '';
              });
            }}
          />
          <span aria-hidden="true">{multiple ? 'choose some' : 'choose one'}</span>
        </span>
      </span>
      {problem !== undefined && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </DropZone>
  );
}

function Size({ bytes, isKnown }: { readonly bytes: number | undefined; readonly isKnown: boolean }) {
  if (bytes !== undefined) return <span className={styles.size}>{formatBytes(bytes)}</span>;
  return isKnown ? <span className={styles.problem}>is gone</span> : null;
}

/** The paths in the value of a field of files. */
export const splitPaths = (value: string): readonly string[] => value.split('\n').filter((path) => path !== '');

/** The size of each stored file of the open workflow; undefined: not known yet. */
function useFileSizes(value: string): ReadonlyMap<string, number> | undefined {
  const { services } = useStores();
  const id = useDocument((state) => state.id);
  const [sizes, setSizes] = useState<ReadonlyMap<string, number>>();
  useEffect(() => {
    if (value === '') return undefined;
    let isOver = false;
    services.files.list(id).then(
      (files) => isOver || setSizes(new Map(files.map(({ path, bytes }) => [path, bytes]))),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [services, id, value]);
  return sizes;
}

/** Why files cannot be taken; undefined: they can. */
function findRefusal(
  files: readonly File[],
  accept: readonly string[] = [],
  maxBytes = Number.POSITIVE_INFINITY,
): string | undefined {
  for (const { name, type, size } of files) {
    if (accept.length > 0 && !accept.some((one) => isAccepted(one.toLowerCase(), name.toLowerCase(), type)))
      return `${name} is not taken. Choose ${accept.join(' or ')}.`;
    if (size > maxBytes) return `${name} has ${formatBytes(size)}. At most ${formatBytes(maxBytes)} are taken.`;
  }
  return undefined;
}

/** Whether a file is of a type: `.pdf`, `application/pdf`, or `image/*`. */
function isAccepted(accepted: string, name: string, type: string): boolean {
  if (accepted.startsWith('.')) return name.endsWith(accepted);
  return accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type === accepted;
}
