import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../form/button';
import { Menu } from '../overlay/menu';
import styles from './fitting-tabs.module.css';
import { selectFittingTabs } from './select-fitting-tabs';
import { Tabs } from './tabs';

/** A row of tabs; those that do not fit into it are in the menu *More*. The chosen one is always in the row. */
export function FittingTabs<T extends string>(props: ComponentProps<typeof Tabs<T>>) {
  const { tabs, value, onChange } = props;
  const row = useRef<HTMLDivElement>(null);
  const widths = useRef(new Map<T, number>());
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  const fitting = selectFittingTabs(tabs, value, widths.current, room);
  // The width of a tab is known once it was in the row, and changes with its count: nothing else is a reason to
  // measure.
  const drawn = fitting.map(({ id, count }) => `${id} ${count === undefined ? '' : String(count).length}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fitting` is a new list each time, `drawn` is in it.
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const measure = () => {
      for (const [index, tab] of [...element.querySelectorAll<HTMLElement>('[role="tab"]')].entries()) {
        const id = fitting[index]?.id;
        if (id !== undefined) widths.current.set(id, tab.offsetWidth);
      }
      setRoom(element.clientWidth || Number.POSITIVE_INFINITY);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [drawn]);
  const others = tabs.filter((tab) => !fitting.includes(tab));
  return (
    <div ref={row} className={styles.row}>
      <Tabs {...props} tabs={fitting} />
      {others.length > 0 && (
        <Menu
          label="More tabs"
          align="end"
          trigger={
            <Button variant="ghost" size="s">
              More
            </Button>
          }
          entries={others.map(({ id, label, count }) => ({
            kind: 'item',
            label,
            detail: count === undefined ? undefined : String(count),
            onSelect: () => onChange(id),
          }))}
        />
      )}
    </div>
  );
}
