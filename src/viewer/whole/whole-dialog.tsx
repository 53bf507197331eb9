import Download from 'lucide-react/icons/download';
import { formatBytes } from '@/base/figures';
import { Chip } from '@/ui/display/chip';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useDownload } from './use-download';
import type { WholeOutput } from './whole-output';
import { WholeText } from './whole-text';
import styles from './whole-text.module.css';

interface WholeDialogProps {
  readonly output: WholeOutput;
  readonly onClose: () => void;
}

/** A whole output of any length, which can be read page by page or saved. */
export default function WholeDialog({ output, onClose }: WholeDialogProps) {
  const { title, blob, bytes, produced, binary, file } = output;
  const save = useDownload();
  return (
    <Dialog open width="full" onClose={onClose} title={title}>
      <div className={styles.head}>
        <span>{formatBytes(bytes)}</span>
        {produced !== undefined && produced > bytes && (
          <span>of {formatBytes(produced)} that were produced. The middle was not stored</span>
        )}
        {binary && <Chip tone="paused">Binary: bytes that are not text are shown as �</Chip>}
        <span className={styles.gap} />
        <Button size="s" icon={<Download />} disabled={save.busy} onClick={() => void save.download(blob, file)}>
          {save.busy ? 'Reading…' : `Download ${file}`}
        </Button>
      </div>
      <WholeText blob={blob} bytes={bytes} label={title} />
    </Dialog>
  );
}
