import { useState } from 'react';
import { useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import frame from '@/ui/display/panel.module.css';
import { Button } from '@/ui/form/button';
import panel from './panel.module.css';
import type { ToolUser } from './used-tools';

/** Uses listed before the person asks for more. */
const few = 30;

interface UsedByProps {
  readonly uses: readonly ToolUser[] | undefined;
  /** Why they are not known. */
  readonly problem: string | undefined;
}

/** The tasks that may call a tool, and the agents that list it. A press on a task selects it on the canvas. */
export function UsedBy({ uses, problem }: UsedByProps) {
  const { view } = useStores();
  const [isLong, setIsLong] = useState(false);
  if (uses === undefined) {
    return (
      <section className={frame.section}>
        <h3>Used by</h3>
        <p className={panel.quiet}>{problem ?? 'Looking for uses…'}</p>
      </section>
    );
  }
  const shown = isLong ? uses : uses.slice(0, few);
  return (
    <section className={frame.section} aria-label="Used by">
      <h3>
        Used by <span>{uses.length === 0 ? 'nobody' : uses.length}</span>
      </h3>
      {uses.length > 0 && (
        <ul className={frame.uses}>
          {shown.map(({ label, taskPath }) => (
            <li key={label}>
              {taskPath === undefined ? (
                <span className={frame.use}>{label}</span>
              ) : (
                <Button size="s" variant="ghost" className={frame.use} onClick={() => jumpToTask(view, taskPath)}>
                  {label}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {shown.length < uses.length && (
        <Button size="s" onClick={() => setIsLong(true)}>
          Show all {uses.length}
        </Button>
      )}
    </section>
  );
}
