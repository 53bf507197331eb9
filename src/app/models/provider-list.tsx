import Plus from 'lucide-react/icons/plus';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { StatusRing } from '@/ui/status-ring';
import { UnlockForm } from '../dialogs/unlock-form';
import type { ModelsContext } from './models-context';
import styles from './provider-list.module.css';
import { protocolWords, providerState } from './provider-state';
import { useAskList } from './use-ask-list';
import { usesText } from './used-models';

/** The providers at the left, each with how it stands with it; beneath, why the chosen one does not answer. */
export function ProviderList(context: ModelsContext) {
  const { data, provider: chosen, choose, change, setSide } = context;
  const locked = Object.values(data.status).includes('locked');
  return (
    <nav className={styles.list} aria-label="Providers">
      <div className={styles.head}>
        <h2>Providers</h2>
        <IconButton
          size="s"
          label="Add a provider"
          icon={<Plus />}
          onClick={() => setSide({ kind: 'provider', isNew: true })}
        />
      </div>
      {locked && <UnlockForm change={change} />}
      <ul className={styles.providers}>
        {data.providers.map(({ id, label, protocol }) => {
          const { ring, word } = providerState(data.status[id] ?? 'not_needed', data.connections[id]);
          const count = data.connections[id]?.list?.models.length ?? data.known[id]?.length ?? 0;
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.provider}
                aria-current={id === chosen.id ? 'true' : undefined}
                onClick={() => choose(id)}
              >
                <StatusRing status={ring} size={14} label={word} />
                <span className={styles.words}>
                  <span className={styles.name}>{label}</span>
                  <span className={styles.sub}>
                    {word} · {protocolWords[protocol]}
                  </span>
                </span>
                {count > 0 && (
                  <span className={styles.count}>
                    {count.toLocaleString('en')} {count === 1 ? 'model' : 'models'}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <Away {...context} />
    </nav>
  );
}

function Away({ data, change, provider, used }: ModelsContext) {
  const { ask, busy } = useAskList(provider, change);
  const failed = data.connections[provider.id]?.failed;
  if (failed === undefined) return null;
  const { code, message, advice = '' } = failed.failure;
  const uses = used.filter((each) => each.provider === provider.id).flatMap((each) => each.uses);
  return (
    <div className={styles.away}>
      <h3>
        {provider.label} {code === 'KEY_NEEDED' ? 'was not asked' : 'did not answer as it should'}
      </h3>
      <p role="alert">
        {message} {advice}
        {uses.length > 0 && ` It is named in ${usesText(uses)} of this workflow.`}
      </p>
      <Button size="s" disabled={busy} onClick={() => void ask()}>
        Try again
      </Button>
    </div>
  );
}
