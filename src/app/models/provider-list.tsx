import Plus from 'lucide-react/icons/plus';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { NavItem } from '@/ui/list/nav-item';
import { UnlockForm } from '../dialogs/unlock-form';
import type { ModelsContext } from './models-context';
import styles from './provider-list.module.css';
import { describeProviderState, protocolWords } from './provider-state';
import { formatUses } from './table/used-models';
import { useAskList } from './use-ask-list';

/** The providers at the left, each with its state. Below them, why the selected one does not answer. */
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
          const { ring, word } = describeProviderState(data.status[id] ?? 'not_needed', data.connections[id]);
          const count = data.connections[id]?.list?.models.length ?? data.known[id]?.length ?? 0;
          return (
            <li key={id}>
              <NavItem
                isCurrent={id === chosen.id}
                ring={{ status: ring, word }}
                name={label}
                sub={`${word} · ${protocolWords[protocol]}`}
                count={count > 0 ? `${count.toLocaleString('en')} ${count === 1 ? 'model' : 'models'}` : undefined}
                onOpen={() => choose(id)}
              />
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
        {uses.length > 0 && ` It is named in ${formatUses(uses)} of this workflow.`}
      </p>
      <Button size="s" disabled={busy} onClick={() => void ask()}>
        Try again
      </Button>
    </div>
  );
}
