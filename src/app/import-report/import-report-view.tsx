import CircleCheck from 'lucide-react/icons/circle-check';
import KeyRound from 'lucide-react/icons/key-round';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useMemo, useState } from 'react';
import { formatCount } from '@/base/figures';
import type { ForeignDrawing } from '@/formats/foreign/foreign-drawing';
import type { ImportReport, ReportLine } from '@/formats/foreign/import-report';
import { Segmented } from '@/ui/form/segmented';
import { useMedia } from '@/ui/use-media';
import type { WorkflowDocument } from '@/workflow/document';
import { drawNewSide, drawOldSide } from './drawn-side';
import styles from './import-report.module.css';
import { ReportLines, type ShownLines } from './report-lines';
import { SideDrawing } from './side-drawing';

/** The two drawings of a report. */
interface ReportDrawings {
  readonly drawing: ForeignDrawing;
  readonly document: WorkflowDocument;
}

type Part = 'old' | 'report' | 'new';

interface ImportReportViewProps {
  readonly report: ImportReport;
  /** Left out: there are none any more. */
  readonly drawings: ReportDrawings | undefined;
  /** How the dry run went; a text: why it is not known. */
  readonly dryRun: ImportReport['dryRun'] | string;
  /** Shows what a person does next about a line. */
  readonly nextStep: (todo: NonNullable<ReportLine['todo']>) => ReactNode;
  /** What stands below, beside keys and dry run. */
  readonly children?: ReactNode;
}

/**
 * What became of a file of another program: its drawing, the report and the drawing here. A line selects its node in
 * both, and a node its line.
 */
export function ImportReportView({ report, drawings, dryRun, nextStep, children }: ImportReportViewProps) {
  const { lines, counts } = report;
  const [selected, setSelected] = useState<string>();
  const [shown, setShown] = useState<ShownLines>('all');
  const [part, setPart] = useState<Part>('report');
  const isNarrow = useMedia('(max-width: 1099px)');
  const sides = useMemo(
    () =>
      drawings && {
        old: drawOldSide(drawings.drawing, lines),
        new: drawNewSide(drawings.document, lines),
      },
    [drawings, lines],
  );
  const program = nameProgram(report);
  const selectFromDrawing = (place: string) => {
    setSelected(place);
    if (shown !== 'all' && !lines.some((line) => line.place === place && line.mark === shown)) setShown('all');
  };
  const isShown = (one: Part) => !isNarrow || part === one;
  return (
    <div className={styles.view}>
      <p className={styles.counts}>
        Of {formatCount(counts.exact + counts.adapted + counts.dropped, 'node')} {counts.exact} are exact,{' '}
        {counts.adapted} adapted, {counts.dropped} dropped.
      </p>
      {isNarrow && sides !== undefined && (
        <Segmented<Part>
          label="Part of the report"
          value={part}
          onChange={setPart}
          options={[
            { value: 'report', label: 'Report' },
            { value: 'old', label: `In ${program}` },
            { value: 'new', label: 'In Heddle' },
          ]}
        />
      )}
      <div className={styles.parts} data-drawn={sides !== undefined}>
        {sides !== undefined && isShown('old') && (
          <section className={styles.part} aria-label={`In ${program}`}>
            <div className={styles.head}>
              <h3>{program}</h3>
              <span>as it was drawn</span>
            </div>
            <SideDrawing
              label={`The drawing in ${program}`}
              side={sides.old}
              selected={selected}
              onSelect={selectFromDrawing}
            />
          </section>
        )}
        {(sides === undefined || isShown('report')) && (
          <section className={styles.part} aria-label="Report">
            <ReportLines {...{ lines, shown, selected, nextStep }} onShow={setShown} onSelect={setSelected} />
          </section>
        )}
        {sides !== undefined && isShown('new') && (
          <section className={styles.part} aria-label="In Heddle">
            <div className={styles.head}>
              <h3>Heddle</h3>
              <span>positions are kept</span>
            </div>
            <SideDrawing
              label="The drawing in Heddle"
              side={sides.new}
              selected={selected}
              onSelect={selectFromDrawing}
            />
          </section>
        )}
      </div>
      <div className={styles.after}>
        <Secrets secrets={report.secrets} />
        <DryRun dryRun={dryRun} />
        {children}
      </div>
    </div>
  );
}

/** What the other program is called, in a word. */
function nameProgram({ what }: Pick<ImportReport, 'what'>): string {
  return /^This is an? (\S+)/.exec(what)?.[1] ?? 'the file';
}

function Secrets({ secrets }: Pick<ImportReport, 'secrets'>) {
  const names = [...new Set(secrets.map(({ name }) => name))];
  if (names.length === 0)
    return (
      <section aria-label="Keys">
        <h3>No key was found</h3>
      </section>
    );
  return (
    <section aria-label="Keys">
      <h3>{names.length === 1 ? 'A key was taken out' : `${names.length} keys were taken out`}</h3>
      <ul className={styles.told}>
        {names.map((name) => (
          <li key={name}>
            <KeyRound aria-hidden="true" />
            <span>{name}</span>
          </li>
        ))}
      </ul>
      <p>Add each under its name before a run.</p>
    </section>
  );
}

function DryRun({ dryRun }: Pick<ImportReportViewProps, 'dryRun'>) {
  if (dryRun === undefined || typeof dryRun === 'string')
    return (
      <section aria-label="Dry run" aria-live="polite">
        <h3>Dry run</h3>
        <p>{dryRun ?? 'It runs on a simulated model now. Nothing is sent.'}</p>
      </section>
    );
  const { ran, skipped, failed, problems } = dryRun;
  return (
    <section aria-label="Dry run" aria-live="polite">
      <h3>Dry run done</h3>
      <ul className={styles.told}>
        <li data-mark={failed === 0 ? 'exact' : 'dropped'}>
          {failed === 0 ? <CircleCheck aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
          <span>
            {formatCount(ran, 'task')} ran, {skipped} skipped, {failed} failed. Nothing was sent.
          </span>
        </li>
        {problems.map((problem) => (
          <li key={problem} data-mark="adapted">
            <TriangleAlert aria-hidden="true" />
            <span>{problem}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
