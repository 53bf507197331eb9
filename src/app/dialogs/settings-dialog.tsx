import { formatBytes } from '@/base/figures';
import { useStores, useView } from '@/state/context';
import { setPreferences } from '@/state/view/preferences';
import { Button } from '@/ui/form/button';
import { Segmented } from '@/ui/form/segmented';
import { Dialog } from '@/ui/overlay/dialog';
import { notifyPerson } from '@/ui/overlay/toast';
import { useApp } from '../app-context';
import { ServersSection } from '../servers/servers-section';
import { themeOptions } from '../theme-options';
import { useStorageUse } from '../use-storage-use';
import type { AppDialogProps } from './app-dialog';
import { SecretsSection } from './secrets-section';
import styles from './settings-dialog.module.css';
import { SignInsSection } from './sign-ins-section';

/** Settings of this machine: theme, secrets of tools, sign-ins, servers, and storage. */
export default function SettingsDialog({ onClose }: AppDialogProps) {
  const { view } = useStores();
  const theme = useView((state) => state.preferences.theme);
  return (
    <Dialog open onClose={onClose} title="Settings">
      <h3 className={styles.title}>Look</h3>
      <div className={styles.row}>
        <span>Theme</span>
        <Segmented
          label="Theme"
          options={themeOptions}
          value={theme}
          onChange={(next) => setPreferences(view, { theme: next })}
        />
      </div>
      <h3 className={styles.title}>Secrets</h3>
      <SecretsSection />
      <h3 className={styles.title}>Sign-ins</h3>
      <SignInsSection />
      <h3 className={styles.title}>Servers for runs</h3>
      <ServersSection />
      <h3 className={styles.title}>Storage</h3>
      <StorageSection />
    </Dialog>
  );
}

function StorageSection() {
  const { storageFailure } = useApp();
  const { use, look } = useStorageUse();
  const persist = async () => {
    const granted = await navigator.storage.persist();
    look();
    if (granted) return;
    notifyPerson({
      tone: 'info',
      title: 'The browser did not promise to keep it.',
      detail: 'It may ask you, or agree once you use the page more often or bookmark it.',
    });
  };
  if (storageFailure) return <p>The storage did not open: {storageFailure.message} Nothing is kept.</p>;
  if (!use) return <p>The browser does not say how much is used. Everything stays in this browser.</p>;
  return (
    <>
      <div className={styles.row}>
        <span>Used</span>
        <span>
          {formatBytes(use.usage)} of {formatBytes(use.quota)}
        </span>
      </div>
      <div className={styles.row}>
        <span>
          {use.persisted
            ? 'The browser has promised to keep it.'
            : 'The browser may clear it when the disk is nearly full.'}
        </span>
        {use.persisted ? <span>Kept</span> : <Button onClick={() => void persist()}>Ask to keep it</Button>}
      </div>
    </>
  );
}
