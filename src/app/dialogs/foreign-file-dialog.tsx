import { useState } from 'react';
import { formatCount } from '@/base/figures';
import type { ImportMark, ImportReport, ReportLine } from '@/formats/foreign/import-report';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import { Segmented } from '@/ui/form/segmented';
import { Dialog } from '@/ui/overlay/dialog';
import { Table } from '@/ui/table/table';
import { useApp } from '../app-context';
import type { DialogAbout } from './app-dialog';
import styles from './foreign-file-dialog.module.css';
import { NextStep } from './next-step';

/** Shows what became of a file of another program, line by line, and opens it only if the person says so. */
export default function ForeignFileDialog({ dialog, onClose }: DialogAbout<'foreign-file'>) {
  const { workflows } = useApp();
  const { label, text, report } = dialog;
  const { counts, secrets, warnings, what } = report;
  return (
    <Dialog
      open
      onClose={onClose}
      title={what.replace(/,.*/, '')}
      width="wide"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => void workflows.text(text)}>
            Open as a new workflow
          </Button>
        </>
      }
    >
      <p className={styles.facts}>
        {[label, what.replace(/^[^,]*, /, '')].filter((fact) => fact !== '').join(': ')} It was read in this page, and
        nothing was sent.
      </p>
      <p>
        Of {formatCount(counts.exact + counts.adapted + counts.dropped, 'node')} {counts.exact} are exact,{' '}
        {counts.adapted} adapted, {counts.dropped} dropped.
      </p>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      {secrets.length > 0 && (
        <p>
          Keys were taken out and named: {[...new Set(secrets.map(({ name }) => name))].join(', ')}. Add each before a
          run.
        </p>
      )}
      <Lines lines={report.lines} text={text} />
    </Dialog>
  );
}

type Shown = 'all' | ImportMark;

/** The most lines that are drawn: a file with more is read in its report on the command line. */
const most = 500;

function Lines({ lines, text }: Pick<ImportReport, 'lines'> & { readonly text: string }) {
  const [shown, setShown] = useState<Shown>('all');
  const count = (mark: ImportMark) => lines.filter((line) => line.mark === mark).length;
  const found = lines.filter(({ mark }) => shown === 'all' || mark === shown);
  return (
    <>
      <Segmented<Shown>
        label="Lines of the report"
        value={shown}
        onChange={setShown}
        options={[
          { value: 'all', label: `All ${lines.length}` },
          { value: 'dropped', label: `Dropped ${count('dropped')}` },
          { value: 'adapted', label: `Adapted ${count('adapted')}` },
          { value: 'exact', label: `Exact ${count('exact')}` },
        ]}
      />
      <ScrollRegion label="Report" className={styles.region}>
        <Table
          columns={[{ name: 'Result' }, { name: 'There' }, { name: 'Here' }, { name: 'Why' }]}
          className={styles.lines}
        >
          <tbody>
            {found.slice(0, most).map((line) => (
              <Line key={line.place} line={line} text={text} />
            ))}
          </tbody>
        </Table>
        {found.length > most && <p>And {found.length - most} more.</p>}
      </ScrollRegion>
    </>
  );
}

function Line({ line, text }: { readonly line: ReportLine; readonly text: string }) {
  const { mark, old, new: paths, why, todo } = line;
  return (
    <tr>
      <td data-mark={mark}>{mark}</td>
      <td>{old}</td>
      <td>{paths.join(', ') || '–'}</td>
      <td>
        {why} {todo !== undefined && <NextStep todo={todo} text={text} />}
      </td>
    </tr>
  );
}
