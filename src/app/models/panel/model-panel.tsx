import Pencil from 'lucide-react/icons/pencil';
import { useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { notifyOutcome } from '@/ui/attempt';
import frame from '@/ui/display/panel.module.css';
import { Button } from '@/ui/form/button';
import { useApp } from '../../app-context';
import type { ModelsContext } from '../models-context';
import { formatUses } from '../table/used-models';
import { ConnectionSection } from './connection-section';
import { KnownSection } from './known-section';
import styles from './side-panel.module.css';

/** A model: its facts and their sources, a connection test, and its uses. */
export function ModelPanel({ model, ...context }: ModelsContext & { readonly model: string }) {
  const { data, provider, used, change, setSide } = context;
  const { models } = useApp();
  const uses = used.find((each) => each.provider === provider.id && each.model === model)?.uses ?? [];
  const isOwn = data.own.some((each) => each.provider === provider.id && each.model === model);
  const takeBack = async () => {
    const failed = await change(() => models.setOwn({ provider: provider.id, model }, undefined));
    notifyOutcome(`facts ${provider.id} ${model}`, 'Your facts are still there.', failed);
  };
  return (
    <>
      <div className={frame.parts}>
        <KnownSection {...context} model={model} />
        <ConnectionSection {...context} model={model} />
        {uses.length > 0 && (
          <section className={frame.section}>
            <h3>
              Used by <span>{formatUses(uses)}</span>
            </h3>
            <Uses uses={uses} />
          </section>
        )}
      </div>
      <div className={styles.foot}>
        <Button variant="ghost" size="s" icon={<Pencil />} onClick={() => setSide({ kind: 'facts', model })}>
          Change a fact
        </Button>
        <span className={styles.gap} />
        {isOwn && (
          <Button variant="ghost" size="s" onClick={() => void takeBack()}>
            Remove my facts
          </Button>
        )}
      </div>
    </>
  );
}

function Uses({ uses }: { readonly uses: ModelsContext['used'][number]['uses'] }) {
  const { view } = useStores();
  return (
    <ul className={frame.uses}>
      {uses.map(({ label, task }) => (
        <li key={label}>
          {task === undefined ? (
            <span className={frame.use}>{label}</span>
          ) : (
            <Button size="s" variant="ghost" className={frame.use} onClick={() => jumpToTask(view, task)}>
              {label}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
