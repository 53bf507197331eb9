import X from 'lucide-react/icons/x';
import frame from '@/ui/display/panel.module.css';
import { TypeTile } from '@/ui/display/type-tile';
import { IconButton } from '@/ui/form/icon-button';
import { taskTraits } from '@/workflow/tasks';
import { findFirstModel } from '../first-model';
import { FactsForm } from '../forms/facts-form';
import { LimitsForm } from '../forms/limits-form';
import { ProviderForm } from '../forms/provider-form';
import { WindowsForm } from '../forms/windows-form';
import type { ModelsContext, Side } from '../models-context';
import { protocolWords } from '../provider-state';
import { ModelPanel } from './model-panel';
import styles from './side-panel.module.css';

/** The right panel: a model, or the open form. */
export function SidePanel(context: ModelsContext) {
  const { provider, side, setSide, data, change, choose } = context;
  const shown = side ?? findFirstModel(context.used, provider.id);
  const title = shown === undefined ? undefined : formatSideTitle(shown, provider.label);
  const closePanel = () => setSide(undefined);
  return (
    <aside className={styles.side} aria-label="Details" data-open={side !== undefined ? '' : undefined}>
      {title !== undefined && (
        <div className={frame.head}>
          {shown?.kind === 'model' && <TypeTile look={taskTraits.atomic} />}
          <span className={frame.title}>
            <h2 title={title}>{title}</h2>
            {shown?.kind !== 'provider' && (
              <span>
                {provider.label} · {protocolWords[provider.protocol]}
              </span>
            )}
          </span>
          {side !== undefined && <IconButton size="s" label="Close the details" icon={<X />} onClick={closePanel} />}
        </div>
      )}
      {shown?.kind === 'model' && <ModelPanel key={shown.model} {...context} model={shown.model} />}
      {shown === undefined && (
        <p className={styles.empty}>Choose a model to see what is known of it, and from where.</p>
      )}
      {shown?.kind === 'facts' && (
        <FactsForm
          key={shown.model ?? ''}
          {...context}
          model={shown.model}
          onDone={(model) => setSide(model === undefined ? undefined : { kind: 'model', model })}
        />
      )}
      {shown?.kind === 'provider' && (
        <ProviderForm
          provider={shown.isNew ? undefined : provider}
          taken={shown.isNew ? data.providers.map(({ id }) => id) : []}
          change={change}
          onDone={(id) => (id === undefined ? closePanel() : choose(id))}
        />
      )}
      {shown?.kind === 'windows' && <WindowsForm provider={provider} change={change} onDone={closePanel} />}
      {shown?.kind === 'limits' && <LimitsForm provider={provider} change={change} onDone={closePanel} />}
    </aside>
  );
}

function formatSideTitle(side: Side, provider: string): string {
  switch (side.kind) {
    case 'model':
      return side.model;
    case 'facts':
      return side.model ?? 'Own model';
    case 'provider':
      return side.isNew ? 'Add a provider' : `Change ${provider}`;
    case 'windows':
      return 'Windows';
    case 'limits':
      return 'Limits';
  }
}
