import Layers from 'lucide-react/icons/layers';
import { type ReactNode, useState } from 'react';
import { formatCost, formatOutput, formatTokens } from '@/base/figures';
import type { ToolCallSummary, Usage } from '@/run/event-data';
import { findWholeCommand, type IterationLog } from '@/run/iteration-log';
import { findLastModelCall } from '@/run/projections/last-model-call';
import { listUnlisted } from '@/run/unlisted-words';
import { useStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { Button } from '@/ui/form/button';
import { IterationError } from '../iterations/iteration-list';
import { formatFileCount } from '../iterations/iteration-words';
import { StreamText } from '../iterations/stream-text';
import { WrittenTexts } from '../iterations/written-texts';
import { ToolCallRow, ToolText } from '../tool-call/tool-call';
import styles from './logs-pane.module.css';

/** Files that are listed at first. */
const fewFiles = 50;

/** All details of an iteration. `label`: its task and its name. */
export function LogDetails({ log, label }: { readonly log: IterationLog; readonly label: string }) {
  const { view, run } = useStores();
  const [call] = useState(() => findLastModelCall(run.getState().run, log.path));
  return (
    <div className={styles.details}>
      <IterationError log={log} />
      <div className={styles.facts}>
        <span>{log.usage === null ? 'No call of a model' : formatUsage(log.usage)}</span>
        {call !== undefined && (
          <Button size="s" icon={<Layers />} onClick={() => openScreen(view, { at: 'context', call: call.path })}>
            What it was sent
          </Button>
        )}
      </div>
      {(log.command.trim().includes('\n') || log.wholeCommand !== undefined) && (
        <StreamText title="Command" payload={findWholeCommand(log)} what="command" label={label} />
      )}
      {log.toolCalls.length > 0 && (
        <Part title={log.toolCalls.length === 1 ? '1 call of a tool' : `${log.toolCalls.length} calls of tools`}>
          {log.toolCalls.map((tool, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the calls of an iteration never change or move.
            <Tool key={index} tool={tool} />
          ))}
        </Part>
      )}
      {log.filesChanged.length > 0 && <Files paths={log.filesChanged} />}
      {listUnlisted(log).map((words) => (
        <p key={words} className={styles.quiet}>
          {words}
        </p>
      ))}
      <WrittenTexts log={log} label={label} />
      {call === undefined && log.prompt !== undefined && (
        <StreamText title="What it was sent" payload={log.prompt} what="prompt" label={label} />
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.caption}>{title}</h3>
      {children}
    </section>
  );
}

function Tool({ tool: { tool, arguments: given, result, isError } }: { readonly tool: ToolCallSummary }) {
  return (
    <ToolCallRow name={tool} isError={isError} start={result}>
      <ToolText title="Given" text={given} />
      <ToolText title="Returned" text={result} />
    </ToolCallRow>
  );
}

function Files({ paths }: { readonly paths: readonly string[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? paths : paths.slice(0, fewFiles);
  return (
    <Part title={`${formatFileCount(paths.length)} changed`}>
      <ul className={styles.files}>
        {shown.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
      {shown.length < paths.length && (
        <Button size="s" className={styles.more} onClick={() => setAll(true)}>
          Show all {paths.length.toLocaleString('en')}
        </Button>
      )}
    </Part>
  );
}

function formatUsage(usage: Usage): string {
  const { inputTokens, cachedTokens, costUsd } = usage;
  const cached = cachedTokens > 0 ? `, ${formatTokens(cachedTokens)} of them cached` : '';
  return `${formatTokens(inputTokens)} in${cached} · ${formatOutput(usage)} · ${formatCost(costUsd)}`;
}
