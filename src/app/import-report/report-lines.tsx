import Check from 'lucide-react/icons/check';
import PencilLine from 'lucide-react/icons/pencil-line';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ImportMark, ImportReport, ReportLine } from '@/formats/foreign/import-report';
import type { LineFields } from '@/formats/foreign/line-fields';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Segmented } from '@/ui/form/segmented';
import { Table } from '@/ui/table/table';
import { NextStep } from '../dialogs/next-step';
import styles from './import-report.module.css';

/** Which lines are shown. */
export type ShownLines = 'all' | ImportMark | 'settings';

/** Whether a line is among those that are shown. Settings are lines of no node, wire, note or file. */
export function isShownLine({ mark, place }: ReportLine, shown: ShownLines): boolean {
  if (shown === 'settings') return /^(?:setting|variable):/.test(place);
  return shown === 'all' || mark === shown;
}

/** The most lines that are drawn: a file with more is read in its report on the command line. */
const most = 500;

const signs = { exact: Check, adapted: PencilLine, dropped: X } as const;

interface ReportLinesProps {
  readonly lines: ImportReport['lines'];
  readonly shown: ShownLines;
  readonly onShow: (shown: ShownLines) => void;
  /** The place of the line that is selected. */
  readonly selected: string | undefined;
  readonly onSelect: (place: string | undefined) => void;
  /** What the lines are about, by their places; left out: it is not known any more. */
  readonly fields: Readonly<Record<string, LineFields>> | undefined;
  /** What the other program is called. */
  readonly program: string;
  /** Opens the workflow, for what a person does next about a line. */
  readonly open: () => Promise<void>;
}

/**
 * What became of each thing in a file. A line is selected by its name, which opens its fields; the names are one tab
 * stop, with arrow keys.
 */
export function ReportLines({ lines, shown, onShow, selected, onSelect, ...about }: ReportLinesProps) {
  const count = (kind: ShownLines) => lines.filter((line) => isShownLine(line, kind)).length;
  const found = lines.filter((line) => isShownLine(line, shown)).slice(0, most);
  const left = count(shown) - found.length;
  const stop = found.some(({ place }) => place === selected) ? selected : found[0]?.place;
  const step = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button[aria-expanded]')];
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
            { value: 'settings', label: `Settings ${count('settings')}` },
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
                {...about}
              />
            ))}
          </tbody>
        </Table>
        {left > 0 && <p>And {left.toLocaleString('en')} more.</p>}
      </ScrollRegion>
    </>
  );
}

interface LineProps extends Pick<ReportLinesProps, 'onSelect' | 'fields' | 'program' | 'open'> {
  readonly line: ReportLine;
  readonly isOn: boolean;
  readonly isStop: boolean;
}

function Line({ line, isOn, isStop, onSelect, fields, program, open }: LineProps) {
  const { place, mark, old, new: paths, why, todo } = line;
  const row = useRef<HTMLTableRowElement>(null);
  const Sign = signs[mark];
  useEffect(() => {
    if (isOn) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOn]);
  const shown = isOn ? fields?.[place] : undefined;
  return (
    <>
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
            aria-expanded={isOn}
            tabIndex={isStop ? 0 : -1}
            onClick={() => onSelect(isOn ? undefined : place)}
          >
            {old}
          </button>
        </td>
        <td className={styles.path}>{paths.map(shortenPath).join(', ') || '–'}</td>
        <td>
          {why} {todo !== undefined && <NextStep todo={todo} open={open} />}
        </td>
      </tr>
      {shown !== undefined && (
        <tr data-on="true">
          <td colSpan={4} className={styles.opened}>
            <div className={styles.fields}>
              <Fields title={`In ${program}`} text={shown.old} none="The file has nothing of its own for it." />
              <Fields title="In Heddle" text={shown.new} none="Nothing of its own came of it." />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

/** One side of an opened line. */
function Fields({ title, text, none }: { readonly title: string; readonly text: string; readonly none: string }) {
  return (
    <div>
      <p>{title}</p>
      {text === '' ? (
        <p>{none}</p>
      ) : (
        <ScrollRegion label={`Fields: ${title}`} className={styles.code}>
          {text}
        </ScrollRegion>
      )}
    </div>
  );
}

/** The path of a task within its containers: `each.sum` for `tasks.each.inner_task.subtasks.sum`. */
function shortenPath(path: string): string {
  return path.replace(/^tasks\.|(?:inner_task\.)?subtasks\./g, '');
}
