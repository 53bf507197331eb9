import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import type { ReactNode } from 'react';
import { formatDay } from '@/base/format-day';
import { FixButton } from '@/editor/problems/fix-button';
import { computeDaysTo } from '@/plan/model-figures';
import { Button } from '@/ui/form/button';
import type { ModelRow } from '@/worker/border/engine-api';
import type { Fix } from '@/workflow/diagnostic';
import type { ModelsContext } from '../models-context';
import { formatShortTokens, noticeDays } from '../table/model-figures';
import styles from '../table/models-table.module.css';
import { columns } from '../table/table-columns';
import { formatUses, type UsedModel } from '../table/used-models';
import { useForget } from '../use-forget';
import { formatLesson } from './lesson-text';

interface ModelNotesProps extends Omit<ModelsContext, 'used'> {
  readonly model: string;
  readonly row: ModelRow | undefined;
  /** Its uses in the workflow, if it has any. */
  readonly used: UsedModel | undefined;
  readonly isSelected: boolean;
}

/** Notes on a model under its row: what was learned, that it ends, that its price is not known. */
export function ModelNotes({ model, row, used, isSelected, ...context }: ModelNotesProps) {
  const { data, provider, change, setSide } = context;
  const forget = useForget(change);
  const learned = data.learned.filter(
    (entry) => entry.provider === provider.id && entry.address === provider.baseUrl && entry.model === model,
  );
  const isUnpriced = row !== undefined && row.facts.price === undefined && (used !== undefined || isSelected);
  return (
    <>
      {learned.map((entry) => (
        <NoteRow key={entry.parameter} icon={<Info />}>
          <p title={entry.said}>
            <b>Learned {formatDay(entry.date, false)}:</b> {formatLesson(entry)}
          </p>
          <Button
            size="s"
            icon={<Undo2 />}
            aria-label={`Undo: ${model}, ${entry.parameter}`}
            onClick={() => void forget(entry)}
          >
            Undo
          </Button>
        </NoteRow>
      ))}
      {used !== undefined && row?.end !== undefined && computeDaysTo(row.end.endsOn) <= noticeDays && (
        <EndNote
          row={row}
          end={row.end}
          used={used}
          provider={provider.id}
          onCompare={(replacement) => setSide({ kind: 'model', model: replacement })}
        />
      )}
      {isUnpriced && (
        <NoteRow icon={<CircleHelp />}>
          <p>
            <b>No price is known.</b> Under a budget in USD a run asks before its first call.
          </p>
          <Button size="s" onClick={() => setSide({ kind: 'facts', model })}>
            Enter prices
          </Button>
        </NoteRow>
      )}
    </>
  );
}

interface EndNoteProps {
  readonly row: ModelRow;
  readonly end: NonNullable<ModelRow['end']>;
  readonly used: UsedModel;
  readonly provider: string;
  /** Shows the model that replaces it. */
  readonly onCompare: (replacement: string) => void;
}

function EndNote({ row, end, used, provider, onCompare }: EndNoteProps) {
  const { endsOn, replacement, price, window } = end;
  const left = computeDaysTo(endsOn);
  const fix: Fix | undefined =
    replacement === undefined
      ? undefined
      : {
          kind: 'replace_model',
          title: `Replace in ${formatUses(used.uses)}`,
          from: used.written,
          to: `${provider}:${replacement}`,
        };
  const isSmaller = window !== undefined && row.facts.window !== undefined && window < row.facts.window;
  return (
    <NoteRow icon={<TriangleAlert />} isWarning>
      <p>
        <b>
          {left < 0 ? 'Ended' : 'Ends'} {formatDay(endsOn)}
          {replacement !== undefined && ` → ${replacement}${price === undefined ? '' : `, ${price}`}`}.
        </b>{' '}
        {formatDaysLeft(left)}
        {isSmaller && ` Its window is smaller: ${formatShortTokens(window)}.`}
        {replacement === undefined && ' Choose another model.'}
      </p>
      {replacement !== undefined && (
        <Button
          size="s"
          variant="ghost"
          aria-label={`Compare with ${replacement}`}
          onClick={() => onCompare(replacement)}
        >
          Compare
        </Button>
      )}
      <FixButton fix={fix} />
    </NoteRow>
  );
}

function formatDaysLeft(left: number): string {
  if (left < 0) return 'Its maker no longer serves it.';
  if (left <= 0) return 'Today is its last day.';
  return left === 1 ? '1 day left.' : `${left} days left.`;
}

interface NoteRowProps {
  readonly icon: ReactNode;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}

function NoteRow({ icon, isWarning = false, children }: NoteRowProps) {
  return (
    <tr className={styles.noteRow}>
      <td colSpan={columns}>
        <div className={styles.note} data-tone={isWarning ? 'warning' : undefined}>
          {icon}
          {children}
        </div>
      </td>
    </tr>
  );
}
