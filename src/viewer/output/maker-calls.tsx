import { useState } from 'react';
import { findWebHost } from '@/plan/maker-work';
import type { CallRecord } from '@/run/run-state';
import { MoreButton } from '@/ui/list/more-button';
import { ToolCallRow, ToolText } from '../tool-call/tool-call';
import styles from './output-lists.module.css';
import { type AllMakerWork, useMakerWork } from './use-maker-work';

/** Rows shown at first, and added by each press of the button. */
const page = 20;
const noDetails = '(not shown)';

/** What makers' own tools did for the replies of these calls, and the pages on which the replies are based. */
export function MakerCalls({ calls }: { readonly calls: readonly CallRecord[] }) {
  const work = useMakerWork(calls);
  return (
    <>
      {work.calls.length > 0 && <Performed calls={work.calls} />}
      {work.sources.length > 0 && <Sources {...work} />}
    </>
  );
}

function Performed({ calls }: Pick<AllMakerWork, 'calls'>) {
  const [shown, setShown] = useState(page);
  return (
    <section className={styles.list} aria-label="Tools of the provider">
      <h3 className={styles.heading}>Tools of the provider</h3>
      {calls.slice(0, shown).map(({ key, provider, call: { name, input = '', result = '', isError } }) => (
        <ToolCallRow key={key} name={name} by={provider} isError={isError} start={input}>
          <ToolText title="Given" text={input} empty={noDetails} />
          <ToolText title="Returned" text={result} empty={noDetails} />
        </ToolCallRow>
      ))}
      <MoreButton className={styles.more} shown={shown} all={calls.length} page={page} onShow={setShown} />
    </section>
  );
}

/** Web pages. Their addresses were checked when they were read: only `http` and `https`. */
function Sources({ sources, moreSources }: Omit<AllMakerWork, 'calls'>) {
  const [shown, setShown] = useState(page);
  return (
    <section className={styles.list} aria-label="Sources">
      <h3 className={styles.heading}>Sources</h3>
      <ol className={styles.sources}>
        {sources.slice(0, shown).map(({ url, title = url }) => (
          <li key={url}>
            <a href={url} title={url} target="_blank" rel="noopener noreferrer nofollow">
              {title}
            </a>
            <span className={styles.which}>{findWebHost(url)}</span>
          </li>
        ))}
      </ol>
      <MoreButton className={styles.more} shown={shown} all={sources.length} page={page} onShow={setShown} />
      {moreSources > 0 && <p className={styles.quiet}>{moreSources.toLocaleString('en')} more were named.</p>}
    </section>
  );
}
