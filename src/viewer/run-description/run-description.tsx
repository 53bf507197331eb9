import type { ReactNode } from 'react';
import { formatAgo, formatBytes, formatCost, formatDuration, formatOutput, formatTokens } from '@/base/figures';
import type { Json } from '@/base/json';
import { encodeUnlessText } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { formatCacheWords } from '@/run/projections/cache-words';
import { formatMakerCalls } from '@/run/projections/maker-words';
import type { RunState } from '@/run/run-state';
import type { GivenInput, RunEntry } from '@/run/runner';
import { formatTargets } from '@/run/target-words';
import { computeWallTime, formatWorkTime } from '@/run/time-taken';
import { Chip } from '@/ui/display/chip';
import { StatusRing } from '@/ui/display/status-ring';
import { useNow } from '@/ui/use-now';
import { ArtifactLink } from './artifact-link';
import { CheckpointTable } from './checkpoint-table';
import { ModelCosts } from './model-costs';
import styles from './run-description.module.css';
import { artifactWords, runStatusWords } from './run-words';

interface RunDescriptionProps {
  readonly execution: RunEntry;
  readonly run: RunState;
  /** How much of it is stored, about; undefined: not known yet. */
  readonly bytes: number | undefined;
  /** The name of the run that this one was forked from; undefined: that is not stored any more. */
  readonly originName: string | undefined;
  /** What it was given; empty: its workflow declares no inputs. */
  readonly given: readonly GivenInput[];
  readonly onOpenRun: (executionId: string) => void;
}

/** Everything about a run as a whole: its status, what it cost, what it made, and what is stored of it. */
export function RunDescription({ execution, run, bytes, originName, given, onOpenRun }: RunDescriptionProps) {
  const { totals, iterations, checkpoints, byModel } = run;
  const cached = formatCacheWords(totals);
  const ofMakers = formatMakerCalls(totals);
  const { artifact, startedAt, targets, annotations } = execution;
  const took = computeWallTime(run) ?? computeWallTime(execution);
  const work = formatWorkTime(run) ?? formatWorkTime(execution);
  const forkedFrom = run.forkedFrom ?? execution.forkedFrom;
  const isListed = run.seq === 0 || execution.status === 'interrupted';
  const { ring, word } = runStatusWords[isListed ? execution.status : run.status];
  return (
    <div className={styles.description}>
      <dl className={styles.facts}>
        <Fact name="Status">
          <span className={styles.status}>
            <span aria-hidden="true">
              <StatusRing status={ring} size={14} />
            </span>
            {word}
          </span>
        </Fact>
        <Fact name="Started">
          <time dateTime={startedAt} title={new Date(startedAt).toLocaleString()}>
            {formatAgo(startedAt)}
          </time>
        </Fact>
        <Fact name="Took">
          <Duration from={startedAt} took={took} />
          {work !== undefined && ` (${work})`}
        </Fact>
        {cached !== undefined && <Fact name="Prompt cache">{cached}</Fact>}
        {ofMakers !== undefined && <Fact name="Tools of the provider">{ofMakers}</Fact>}
        <Fact name="Calls">{totals.calls.toLocaleString('en')}</Fact>
        <Fact name="Tokens">
          {formatTokens(totals.inputTokens)} in, {formatOutput(totals)}
        </Fact>
        <Fact name="Cost">
          {formatCost(totals.costUsd)}
          {totals.unpricedCalls > 0 && `, without ${totals.unpricedCalls.toLocaleString('en')} of unknown price`}
        </Fact>
        {iterations.count > 0 && (
          <Fact name="Iterations">
            {iterations.count.toLocaleString('en')}, {iterations.failed.toLocaleString('en')} failed,{' '}
            {formatDuration(iterations.durationMs)} in all
          </Fact>
        )}
        {artifact !== undefined && (
          <Fact name="Artifact">
            <ArtifactLink executionId={execution.id} run={run} path={artifact.path} />{' '}
            <Chip tone={artifactWords[artifact.status].tone}>{artifactWords[artifact.status].word}</Chip>
          </Fact>
        )}
        {targets !== undefined && <Fact name="Ran">{formatTargets(targets)}</Fact>}
        {forkedFrom !== undefined && (
          <Fact name="Forked from">
            {originName === undefined ? (
              'A run that was deleted'
            ) : (
              <button type="button" className={styles.link} onClick={() => onOpenRun(forkedFrom.executionId)}>
                {originName}
              </button>
            )}{' '}
            at event {forkedFrom.seq.toLocaleString('en')}
          </Fact>
        )}
        {annotations?.tags !== undefined && <Fact name="Tags">{annotations.tags.join(', ')}</Fact>}
        {annotations?.note !== undefined && <Fact name="Note">{annotations.note}</Fact>}
        <Fact name="Stored">{bytes === undefined ? '…' : formatBytes(bytes)}</Fact>
      </dl>
      {given.length > 0 && <GivenInputs given={given} />}
      <ModelCosts byModel={byModel} />
      <CheckpointTable checkpoints={checkpoints} />
    </div>
  );
}

/** The longest value that is shown whole, in characters. */
const longestGiven = 400;

function GivenInputs({ given }: { readonly given: readonly GivenInput[] }) {
  return (
    <section aria-label="What it was given">
      <h3 className={styles.title}>What it was given</h3>
      <dl className={styles.facts}>
        {given.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value === null ? 'nothing' : <span className={styles.value}>{formatGiven(value)}</span>}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function formatGiven(value: Json): string {
  const text = encodeUnlessText(value);
  return text.length > longestGiven ? `${cutToStart(text, longestGiven)}…` : text;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How long it took, or the time until now. */
function Duration({ from, took }: { readonly from: string; readonly took: number | undefined }) {
  const now = useNow(took === undefined);
  return formatDuration(took ?? Math.max(0, now - Date.parse(from)));
}
