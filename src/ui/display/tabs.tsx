import { stepFocus } from '../step-focus';
import styles from './tabs.module.css';

interface TabsProps<T extends string> {
  /** Name of the row of tabs. */
  readonly label: string;
  readonly tabs: readonly { readonly id: T; readonly label: string; readonly count?: number | undefined }[];
  readonly value: T;
  readonly onChange: (id: T) => void;
  /** Id of the panel that the tabs control; give it `role="tabpanel"`. */
  readonly panelId?: string;
}

/** A row of tabs. It is one tab stop; arrow keys move inside it. */
export function Tabs<T extends string>({ label, tabs, value, onChange, panelId }: TabsProps<T>) {
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
          aria-selected={tab.id === value}
          aria-controls={panelId}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}
