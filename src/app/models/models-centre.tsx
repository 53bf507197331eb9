import List from 'lucide-react/icons/list';
import { useMemo, useState } from 'react';
import { Chip } from '@/ui/display/chip';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { TextInput } from '@/ui/form/text-input';
import { useApp } from '../app-context';
import { KeyAndAddress } from './forms/key-and-address';
import type { ModelsContext } from './models-context';
import styles from './models-screen.module.css';
import { describeProviderState, isKeyWanted } from './provider-state';
import { listModelNames } from './table/listed-rows';
import { ModelsTable } from './table/models-table';
import { useRows } from './table/use-rows';
import { useAskList } from './use-ask-list';

/** The models of the selected provider. Its key and address come first while a key is wanted, else below them. */
export function ModelsCentre(context: ModelsContext) {
  const { data, provider, used, change } = context;
  const { storageFailure } = useApp();
  const [filter, setFilter] = useState('');
  const { ask, busy } = useAskList(provider, change);
  const names = useMemo(() => listModelNames(data, provider.id, used, filter), [data, provider.id, used, filter]);
  const rows = useRows(provider.id, names, data);
  const isStored = storageFailure === undefined;
  const isKeyFirst = isKeyWanted(provider, data);
  const { ring, word } = describeProviderState(data.status[provider.id] ?? 'not_needed', data.connections[provider.id]);
  return (
    <>
      <div className={styles.head}>
        <h2>{provider.label}</h2>
        <Chip tone={ring === 'ok' ? 'ok' : ring === 'failed' ? 'failed' : ring === 'paused' ? 'paused' : 'plain'}>
          <span className={styles.chipRing} aria-hidden="true">
            <StatusRing status={ring} size={14} />
          </span>
          {word}
        </Chip>
        <span className={styles.gap} />
        <TextInput
          type="search"
          className={styles.filter}
          aria-label={`Filter the models of ${provider.label}`}
          placeholder={`Find one of ${names.total.toLocaleString('en')} models`}
          value={filter}
          onChange={setFilter}
        />
        {!isKeyFirst && (
          <Button icon={<List />} disabled={busy} onClick={() => void ask()}>
            {busy ? 'Asking…' : 'Get its list'}
          </Button>
        )}
      </div>
      {isKeyFirst && <KeyAndAddress {...context} isStored={isStored} isFirst />}
      <ScrollRegion className={styles.body} label={`Models of ${provider.label}`}>
        <ModelsTable {...context} names={names} rows={rows} filter={filter} />
      </ScrollRegion>
      {provider.protocol !== 'simulated' && !isKeyFirst && <KeyAndAddress {...context} isStored={isStored} />}
    </>
  );
}
