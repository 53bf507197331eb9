import Plus from 'lucide-react/icons/plus';
import type { ProviderConfig } from '@/providers/provider-config';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { NavItem } from '@/ui/list/nav-item';
import { UnlockForm } from '../dialogs/unlock-form';
import type { ModelsContext } from './models-context';
import styles from './provider-list.module.css';
import { describeProviderState, isKeyWanted, protocolWords } from './provider-state';
import { formatUses } from './table/used-models';
import { useAskList } from './use-ask-list';

/** The providers at the left, each with its state. Below them, why the selected one does not answer. */
export function ProviderList(context: ModelsContext) {
  const { data, change, setSide } = context;
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
      <ScrollRegion className={styles.providers} label="List of providers">
        {groupProviders(context).map(({ title, providers }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {providers.map((provider) => (
                <li key={provider.id}>
                  <ProviderItem {...context} shown={provider} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </ScrollRegion>
      <Away {...context} />
    </nav>
  );
}

interface ProviderGroup {
  readonly title: string;
  readonly providers: readonly ProviderConfig[];
}

/** Those that the workflow uses, those that can be asked, and those that have no key yet; empty groups are left out. */
function groupProviders({ data, used }: ModelsContext): readonly ProviderGroup[] {
  const usedIds = new Set(used.map(({ provider }) => provider));
  const others = data.providers.filter(({ id }) => !usedIds.has(id));
  return [
    { title: 'Used here', providers: data.providers.filter(({ id }) => usedIds.has(id)) },
    { title: 'Ready', providers: others.filter((provider) => !isKeyWanted(provider, data)) },
    { title: 'No key yet', providers: others.filter((provider) => isKeyWanted(provider, data)) },
  ].filter(({ providers }) => providers.length > 0);
}

function ProviderItem({ data, used, provider, choose, shown }: ModelsContext & { readonly shown: ProviderConfig }) {
  const { id, label, protocol } = shown;
  const { ring, word } = describeProviderState(data.status[id] ?? 'not_needed', data.connections[id]);
  const count = data.connections[id]?.list?.models.length ?? data.known[id]?.length ?? 0;
  const models = count > 0 ? `${count.toLocaleString('en')} ${count === 1 ? 'model' : 'models'}` : undefined;
  const uses = used.filter((each) => each.provider === id).flatMap((each) => each.uses);
  return (
    <NavItem
      isCurrent={id === provider.id}
      ring={{ status: ring, word }}
      name={label}
      sub={[word, uses.length > 0 ? models : protocolWords[protocol]].filter(Boolean).join(' · ')}
      count={uses.length > 0 ? formatUses(uses) : models}
      onOpen={() => choose(id)}
    />
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
