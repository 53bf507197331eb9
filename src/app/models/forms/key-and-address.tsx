import { builtInProviders } from '@/providers/built-in-providers';
import { notifyOutcome } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { useApp } from '../../app-context';
import type { ModelsContext } from '../models-context';
import { findHost } from './find-host';
import styles from './key-and-address.module.css';
import { KeyForm } from './key-form';

interface KeyAndAddressProps extends ModelsContext {
  /** Whether the storage is open, so that a key can be stored. */
  readonly isStored: boolean;
  /** Whether it stands above the models, because nothing works without the key. */
  readonly isFirst?: boolean;
}

/** The key of the selected provider, and the address it is sent to. */
export function KeyAndAddress({ isStored, isFirst = false, ...context }: KeyAndAddressProps) {
  const { provider, data, change, setSide } = context;
  const { keys, settings } = useApp();
  const { id, label, baseUrl, needsKey, windows, limits, headers = {} } = provider;
  const shipped = builtInProviders.find((each) => each.id === id);
  const isShipped = shipped !== undefined && shipped.baseUrl === baseUrl && shipped.protocol === provider.protocol;
  const isOwn = shipped === undefined || !isShipped;
  const removeProvider = async () => {
    const failed = await change(async () => {
      if (shipped === undefined) await keys.forget(id);
      await settings.removeProvider(id);
    });
    notifyOutcome(`provider ${id}`, `${label} was not changed.`, failed);
  };
  const headerCount = Object.keys(headers).length;
  return (
    <section
      className={styles.section}
      data-first={isFirst ? '' : undefined}
      aria-label={`Key and address of ${label}`}
    >
      {!isFirst && (
        <h2>
          Key and address
          <span>{needsKey ? `The key is sent to ${findHost(baseUrl)} only` : 'It needs no key'}</span>
        </h2>
      )}
      {needsKey && (
        <KeyForm
          key={data.status[id]}
          provider={provider}
          status={data.status[id] ?? 'missing'}
          change={change}
          isStored={isStored}
        />
      )}
      <div className={styles.address}>
        <span className={styles.label}>Address</span>
        <span className={styles.url} title={baseUrl}>
          {baseUrl}
        </span>
        <span className={styles.label}>
          {isShipped ? 'as shipped' : ''}
          {headerCount > 0 && `${headerCount} ${headerCount === 1 ? 'header' : 'headers'} of yours`}
        </span>
        <span className={styles.gap} />
        <Button size="s" variant="ghost" onClick={() => setSide({ kind: 'windows' })}>
          {windows === undefined ? 'Windows' : `Windows: ${Object.keys(windows).length} set`}
        </Button>
        <Button size="s" variant="ghost" onClick={() => setSide({ kind: 'limits' })}>
          {limits === undefined ? 'Limits' : `Limits: ${Object.keys(limits).length} set`}
        </Button>
        {isOwn && (
          <>
            <Button size="s" variant="ghost" onClick={() => setSide({ kind: 'provider', isNew: false })}>
              Change
            </Button>
            <Button size="s" variant="ghost" className={styles.danger} onClick={() => void removeProvider()}>
              {shipped === undefined ? 'Remove' : 'Back to shipped'}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
