import { type ReactNode, useId } from 'react';
import { stepFocus } from '../step-focus';
import { StatusRing } from './status-ring';
import styles from './tabs.module.css';

interface TabOfRow<T extends string> {
  readonly id: T;
  readonly label: string;
  readonly count?: number | undefined;
  /** A sign beside its name, with a label or nothing in it. */
  readonly sign?: ReactNode;
  /** It waits for the person: said by a sign and a colour of its own. */
  readonly waits?: boolean;
}

interface TabsProps<T extends string> {
  /** Name of the row of tabs. */
  readonly label: string;
  readonly tabs: readonly TabOfRow<T>[];
  readonly value: T;
  readonly onChange: (id: T) => void;
  /** Id of the panel that the tabs control; give it `role="tabpanel"`. */
  readonly panelId?: string;
}

/** A row of tabs. It is one tab stop; arrow keys move inside it. */
export function Tabs<T extends string>({ label, tabs, value, onChange, panelId }: TabsProps<T>) {
  const ids = useId();
  const index = tabs.findIndex((tab) => tab.id === value);
  return (
    <div
      role="tablist"
      aria-label={label}
      className={styles.tabs}
      onKeyDown={(event) => {
        const next = stepFocus(event, index, tabs.length);
        const tab = next === undefined ? undefined : tabs[next];
        if (tab) onChange(tab.id);
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className={styles.tab}
          data-waits={tab.waits}
          aria-selected={tab.id === value}
          aria-controls={panelId}
          tabIndex={tab.id === value ? 0 : -1}
          aria-describedby={tab.sign ? `${ids}-${tab.id}` : undefined}
          onClick={() => onChange(tab.id)}
        >
          {tab.waits && <StatusRing status="paused" size={14} />}
          {tab.label}
          {tab.sign && (
            <span id={`${ids}-${tab.id}`} aria-hidden="true">
              {tab.sign}
            </span>
          )}
          {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}
