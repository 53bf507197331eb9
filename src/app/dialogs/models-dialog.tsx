import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { builtInProviders } from '@/providers/built-in-providers';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Note } from '@/ui/note';
import { useApp } from '../app-context';
import type { AppDialogProps } from './app-dialog';
import styles from './models-dialog.module.css';
import { ProviderForm } from './provider-form';
import { ProviderRow } from './provider-row';
import { UnlockForm } from './unlock-form';
import { useModels } from './use-models';

const builtIn = new Set(builtInProviders.map(({ id }) => id));

/** Where models are, and their keys. */
export default function ModelsDialog({ onClose }: AppDialogProps) {
  const { storageFailure } = useApp();
  const { models, change } = useModels();
  const [adding, setAdding] = useState(false);
  const locked = models !== undefined && Object.values(models.status).includes('locked');
  return (
    <Dialog open onClose={onClose} title="Models" wide>
      <p>
        Calls go from this page straight to the provider. Keys are kept in memory until the page is closed, unless you
        let them be remembered.
      </p>
      {storageFailure && <Note tone="warning">The storage did not open: keys and providers are not remembered.</Note>}
      {locked && <UnlockForm change={change} />}
      <ul className={styles.list}>
        {models?.providers.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            status={models.status[provider.id] ?? 'not_needed'}
            own={!builtIn.has(provider.id)}
            change={change}
          />
        ))}
      </ul>
      {adding && models ? (
        <div className={styles.add}>
          <ProviderForm taken={models.providers.map(({ id }) => id)} change={change} onDone={() => setAdding(false)} />
        </div>
      ) : (
        <div>
          <Button icon={<Plus />} onClick={() => setAdding(true)}>
            Add a provider
          </Button>
        </div>
      )}
    </Dialog>
  );
}
