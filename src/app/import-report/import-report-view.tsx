import { type ReactNode, useMemo, useState } from 'react';
import { formatCount } from '@/base/figures';
import type { ForeignDrawing } from '@/formats/foreign/foreign-drawing';
import type { ImportReport } from '@/formats/foreign/import-report';
import type { LineFields } from '@/formats/foreign/line-fields';
import { Button } from '@/ui/form/button';
import { Segmented } from '@/ui/form/segmented';
import { useMedia } from '@/ui/use-media';
import type { WorkflowDocument } from '@/workflow/document';
import { drawNewSide, drawOldSide } from './drawn-side';
import styles from './import-report.module.css';
import { FirstSteps, ReportKeys, ReportRuns } from './report-end';
import { isShownLine, ReportLines, type ShownLines } from './report-lines';
import { SideDrawing } from './side-drawing';

/** The two drawings of a report. */
interface ReportDrawings {
  readonly drawing: ForeignDrawing;
  readonly document: WorkflowDocument;
  /** What the lines are about, by their places. */
  readonly fields: Readonly<Record<string, LineFields>>;
}

type Part = 'old' | 'report' | 'new';

interface ImportReportViewProps {
  readonly report: ImportReport;
  /** Left out: there are none any more. */
  readonly drawings: ReportDrawings | undefined;
  /** How the dry run went, and what a real run would take; a text: why it is not known. */
  readonly dryRun: ImportReport['dryRun'] | string;
  readonly realRun: ImportReport['realRun'] | string;
  /** Opens the workflow, for what a person does next about a line. */
  readonly open: () => Promise<void>;
  /** What stands below the first steps. */
  readonly children?: ReactNode;
}

/**
 * What became of a file of another program: its drawing, the report and the drawing here. A line selects its node in
 * both, and a node its line.
 */
export function ImportReportView({ report, drawings, dryRun, realRun, open, children }: ImportReportViewProps) {
  const { lines, counts } = report;
  const [selected, setSelected] = useState<string>();
  const [shown, setShown] = useState<ShownLines>('all');
  const [part, setPart] = useState<Part>('report');
  const [isLarge, setIsLarge] = useState(false);
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
    if (!lines.some((line) => line.place === place && isShownLine(line, shown))) setShown('all');
  };
  const enlarge = (
    <Button size="s" variant="ghost" onClick={() => setIsLarge(!isLarge)}>
      {isLarge ? 'Show all of it' : 'Enlarge'}
    </Button>
  );
  const isShown = (one: Part) => !isNarrow || part === one;
  return (
    <div className={styles.view}>
      <p>
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
              {enlarge}
            </div>
            <SideDrawing
              label={`The drawing in ${program}`}
              side={sides.old}
              {...{ selected, isLarge }}
              onSelect={selectFromDrawing}
            />
          </section>
        )}
        {(sides === undefined || isShown('report')) && (
          <section className={styles.part} aria-label="Report">
            <ReportLines
              {...{ lines, shown, selected, open, program }}
              fields={drawings?.fields}
              onShow={setShown}
              onSelect={setSelected}
            />
          </section>
        )}
        {sides !== undefined && isShown('new') && (
          <section className={styles.part} aria-label="In Heddle">
            <div className={styles.head}>
              <h3>Heddle</h3>
              <span>positions are kept</span>
              {enlarge}
            </div>
            <SideDrawing
              label="The drawing in Heddle"
              side={sides.new}
              {...{ selected, isLarge }}
              onSelect={selectFromDrawing}
            />
          </section>
        )}
      </div>
      <div className={styles.after}>
        <ReportKeys {...{ report, realRun, open }} />
        <ReportRuns {...{ dryRun, realRun }} />
        <FirstSteps report={report} open={open}>
          {children}
        </FirstSteps>
      </div>
    </div>
  );
}

/** What the other program is called, in a word. */
function nameProgram({ what }: Pick<ImportReport, 'what'>): string {
  return /^This is an? (\S+)/.exec(what)?.[1] ?? 'the file';
}
