import Check from 'lucide-react/icons/check';
import PencilLine from 'lucide-react/icons/pencil-line';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ImportMark, ImportReport, ReportLine } from '@/formats/foreign/import-report';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Segmented } from '@/ui/form/segmented';
import { Table } from '@/ui/table/table';
import styles from './import-report.module.css';

/** Which lines are shown. */
export type ShownLines = 'all' | ImportMark;

/** The most lines that are drawn: a file with more is read in its report on the command line. */
const most = 500;

const signs = { exact: Check, adapted: PencilLine, dropped: X } as const;

interface ReportLinesProps {
  readonly lines: ImportReport['lines'];
  readonly shown: ShownLines;
  readonly onShow: (shown: ShownLines) => void;
  /** The place of the line that is selected. */
  readonly selected: string | undefined;
  readonly onSelect: (place: string) => void;
  /** Shows what a person does next about a line. */
  readonly nextStep: (todo: NonNullable<ReportLine['todo']>) => ReactNode;
}

/** What became of each thing in a file. A line is selected by its name; the names are one tab stop, with arrow keys. */
export function ReportLines({ lines, shown, onShow, selected, onSelect, nextStep }: ReportLinesProps) {
  const count = (mark: ImportMark) => lines.filter((line) => line.mark === mark).length;
  const found = lines.filter(({ mark }) => shown === 'all' || mark === shown).slice(0, most);
  const left = (shown === 'all' ? lines.length : count(shown)) - found.length;
  const stop = found.some(({ place }) => place === selected) ? selected : found[0]?.place;
  const step = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button[aria-pressed]')];
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    event.preventDefault();
    all[event.key === 'ArrowDown' ? at + 1 : at - 1]?.focus();
  };
  return (
    <>
      <div className={styles.head}>
        <h3>Report</h3>
        <Segmented<ShownLines>
          label="Lines of the report"
          value={shown}
          onChange={onShow}
          options={[
            { value: 'all', label: `All ${lines.length}` },
            { value: 'dropped', label: `Dropped ${count('dropped')}` },
            { value: 'adapted', label: `Adapted ${count('adapted')}` },
            { value: 'exact', label: `Exact ${count('exact')}` },
          ]}
        />
      </div>
      <ScrollRegion label="Lines" className={styles.region}>
        <Table
          columns={[{ name: 'Result' }, { name: 'There' }, { name: 'Here' }, { name: 'Why' }]}
          className={styles.lines}
        >
          <tbody onKeyDown={step}>
            {found.map((line) => (
              <Line
                key={line.place}
                line={line}
                isOn={line.place === selected}
                isStop={line.place === stop}
                onSelect={onSelect}
                nextStep={nextStep}
              />
            ))}
          </tbody>
        </Table>
        {left > 0 && <p>And {left.toLocaleString('en')} more.</p>}
      </ScrollRegion>
    </>
  );
}

interface LineProps extends Pick<ReportLinesProps, 'onSelect' | 'nextStep'> {
  readonly line: ReportLine;
  readonly isOn: boolean;
  readonly isStop: boolean;
}

function Line({ line: { place, mark, old, new: paths, why, todo }, isOn, isStop, onSelect, nextStep }: LineProps) {
  const row = useRef<HTMLTableRowElement>(null);
  const Sign = signs[mark];
  useEffect(() => {
    if (isOn) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOn]);
  return (
    <tr ref={row} data-on={isOn || undefined}>
      <td data-mark={mark}>
        <span className={styles.mark}>
          <Sign aria-hidden="true" />
          {mark}
        </span>
      </td>
      <td>
        <button
          type="button"
          className={styles.line}
          aria-pressed={isOn}
          tabIndex={isStop ? 0 : -1}
          onClick={() => onSelect(place)}
        >
          {old}
        </button>
      </td>
      <td className={styles.path}>{paths.map(shortenPath).join(', ') || '–'}</td>
      <td>
        {why} {todo !== undefined && nextStep(todo)}
      </td>
    </tr>
  );
}

/** The path of a task within its containers: `each.sum` for `tasks.each.inner_task.subtasks.sum`. */
function shortenPath(path: string): string {
  return path.replace(/^tasks\.|(?:inner_task\.)?subtasks\./g, '');
}
