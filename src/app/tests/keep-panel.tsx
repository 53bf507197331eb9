import BookmarkCheck from 'lucide-react/icons/bookmark-check';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import Play from 'lucide-react/icons/play';
import X from 'lucide-react/icons/x';
import { type FormEvent, useState } from 'react';
import { buildKeptTest, selectKnownProposals } from '@/cases/build-kept-test';
import { describeExpectation, formatExpectationType } from '@/cases/describe-expectation';
import type { Proposal } from '@/cases/propose-expectations';
import type { SuggestedTest } from '@/cases/suggest-test';
import { useDocument, useRuns, useStores } from '@/state/context';
import { findRunName } from '@/state/runs-store';
import { useAsked } from '@/state/use-asked';
import { closeKept } from '@/state/view/keep-as-test';
import { useAttempt } from '@/ui/attempt';
import { Note } from '@/ui/display/note';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { IconButton } from '@/ui/form/icon-button';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import type { JudgedCase } from '@/worker/border/tests-api';
import { explainTestId } from '@/workflow/commands/add-test';
import type { Expectation } from '@/workflow/test-case-schema';
import { useApp } from '../app-context';
import styles from './keep-panel.module.css';
import { keepRun } from './keep-run';
import { KeptPart } from './kept-part';
import { KeptCost, KeptText, TriedTest } from './kept-test-parts';
import { proposeTestId } from './propose-test-id';

/** Makes a test of a run: what it proposes to expect, in place of the inspector. */
export function KeepPanel({ executionId }: { readonly executionId: string }) {
  const { view } = useStores();
  const { tests } = useApp();
  const name = useRuns(({ entries }) => findRunName(entries, executionId)).toLowerCase();
  const { value: suggested, failure } = useAsked([tests, executionId], () => tests.suggest(executionId));
  return (
    <section className={styles.panel}>
      <header className={styles.head}>
        <div className={styles.names}>
          <h2 className={styles.title}>Keep {name} as a test</h2>
          <p className={styles.about}>Proposed from its log; nothing is asked for this</p>
        </div>
        <IconButton size="s" label="Close the test" icon={<X />} onClick={() => closeKept(view)} />
      </header>
      {failure !== undefined && <Note tone="error">{failure.message}</Note>}
      {suggested !== undefined && <KeepForm executionId={executionId} suggested={suggested} name={name} />}
    </section>
  );
}

interface KeepFormProps {
  readonly executionId: string;
  readonly suggested: SuggestedTest;
  readonly name: string;
}

function KeepForm({ executionId, suggested, name }: KeepFormProps) {
  const stores = useStores();
  const { view } = stores;
  const app = useApp();
  const document = useDocument((state) => state.document);
  const workflowId = useDocument((state) => state.id);
  const [tried, setTried] = useState<JudgedCase>();
  const { busy, start } = useAttempt();
  const [id, setId] = useState(() => proposeTestId(document, name));
  const [tags, setTags] = useState('');
  const [rubric, setRubric] = useState('');
  const [judge, setJudge] = useState('');
  const proposals = selectKnownProposals(document, suggested.proposals);
  const [ticked, setTicked] = useState(() => new Set(proposals.filter(({ isTicked }) => isTicked)));
  const problem = explainTestId(document, id);
  const isJudged = rubric.trim() !== '';
  const lacksJudge = isJudged && judge.trim() === '' && document.testDefaults?.judge?.model === undefined;
  const tick = (proposal: Proposal, isOn: boolean) => {
    const next = new Set(ticked);
    if (isOn) next.add(proposal);
    else next.delete(proposal);
    setTicked(next);
  };
  const expected = proposals.flatMap((proposal): readonly Expectation[] => {
    if (proposal.kind === 'judge') return isJudged ? [{ ...proposal.expectation, value: rubric.trim() }] : [];
    return ticked.has(proposal) ? [proposal.expectation] : [];
  });
  const kept = {
    id,
    tags: [...new Set(tags.split(/[\s,]+/).filter(Boolean))],
    expect: expected,
    judge: isJudged && judge.trim() !== '' ? judge.trim() : undefined,
  };
  const test = buildKeptTest(document, suggested, kept);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (problem !== undefined || lacksJudge || busy) return;
    void start(async () => {
      if (await keepRun(stores, app, executionId, suggested, kept)) closeKept(view);
    });
  };
  const tryNow = () =>
    void start(async () => {
      if (problem === undefined) setTried(await app.tests.tryKept(workflowId, document, { id, test }, executionId));
    });
  const failing = [...ticked].filter(({ state }) => state === 'fails').length;
  return (
    <form className={styles.form} noValidate onSubmit={keep}>
      <ScrollRegion className={styles.scroll} label="The test">
        <div className={styles.pair}>
          <Field label="Name" error={problem}>
            <TextInput mono value={id} onChange={setId} />
          </Field>
          <Field label="Tags">
            <TextInput value={tags} onChange={setTags} placeholder="refund, smoke" />
          </Field>
        </div>
        <KeptPart
          title="What must hold"
          figure={`${expected.length} of ${proposals.length}, ${failing === 0 ? `all hold in ${name}` : `${failing} do not hold`}`}
        >
          <ul className={styles.rows}>
            {proposals
              .filter(({ kind }) => kind !== 'judge')
              .map((proposal) => (
                <ProposalRow
                  key={`${proposal.expectation.type} ${proposal.expectation.task} ${describeExpectation(proposal.expectation)}`}
                  proposal={proposal}
                  isTicked={ticked.has(proposal)}
                  onTick={(isOn) => tick(proposal, isOn)}
                />
              ))}
          </ul>
          <Field label="Rubric" hint="What a model judges of the result, in your words. Empty: no model judges.">
            <TextArea
              value={rubric}
              onChange={setRubric}
              rows={2}
              placeholder="Says when the money arrives and blames nobody"
            />
          </Field>
          {isJudged && (
            <Field
              label="Model that judges"
              error={lacksJudge ? 'Name the model that judges, as provider:name.' : undefined}
            >
              <TextInput mono value={judge} onChange={setJudge} placeholder={document.testDefaults?.judge?.model} />
            </Field>
          )}
        </KeptPart>
        <KeptPart title="What answers" figure={`taken from ${name}`}>
          <ul className={styles.rows}>
            <li className={styles.row}>
              <LockKeyhole aria-hidden="true" />
              <span className={styles.said}>Models, as they answered</span>
            </li>
            {suggested.tools.map(({ name: tool, count }) => (
              <li key={tool} className={styles.row}>
                <LockKeyhole aria-hidden="true" />
                <span className={styles.said}>{tool}</span>
                <span className={styles.saw}>{count === 1 ? '1 call' : `${count} calls`}, never performed</span>
              </li>
            ))}
          </ul>
        </KeptPart>
        <KeptCost suggested={suggested} judge={isJudged ? (document.testDefaults?.judge?.votes ?? 1) : 0} />
        <KeptText id={id} test={test} />
        {tried !== undefined && <TriedTest tried={tried} />}
      </ScrollRegion>
      <footer className={styles.foot}>
        <Button variant="primary" type="submit" icon={<BookmarkCheck />} disabled={busy || problem !== undefined}>
          Keep as a test
        </Button>
        <Button icon={<Play />} disabled={busy || problem !== undefined} onClick={tryNow}>
          Try it now, asks nothing
        </Button>
        <Button variant="ghost" onClick={() => closeKept(view)}>
          Cancel
        </Button>
      </footer>
    </form>
  );
}

interface ProposalRowProps {
  readonly proposal: Proposal;
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

function ProposalRow({ proposal: { expectation, saw, state }, isTicked, onTick }: ProposalRowProps) {
  const { type, task } = expectation;
  return (
    <li className={styles.row}>
      <Checkbox
        checked={isTicked}
        onChange={onTick}
        label={
          <span className={styles.said}>
            <b>{formatExpectationType(type)}</b> {task !== undefined && <code>{task} </code>}
            {describeExpectation(expectation)}
          </span>
        }
      />
      <span className={styles.saw} data-fails={state === 'fails' || undefined}>
        {state === 'fails' ? `does not hold: ${saw}` : saw}
      </span>
    </li>
  );
}
