import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { showDraft } from '@/state/view/screens';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import { matchKeys } from '@/ui/keys';
import { Dialog } from '@/ui/overlay/dialog';
import { unsavedMark } from '@/ui/overlay/unsaved';
import type { DraftedWorkflow } from '@/worker/border/engine-api';
import { listTaskIds } from '@/workflow/document';
import { useApp } from '../app-context';
import type { DialogAbout } from '../dialogs/app-dialog';
import styles from './draft.module.css';
import { DraftWarnings } from './draft-warnings';
import { DraftedFlow } from './drafted-flow';
import { Offers } from './offers';
import { useDraft } from './use-draft';

/** The model used if the workflow sets none. */
const usualModel = 'sim:default';
const sendKeys = 'Mod+Enter';

/**
 * Lets a model draft a workflow from a sentence. For an open workflow the draft is shown as a difference, which the
 * person accepts or not. On the start page the person can open it as a new workflow.
 */
export default function DraftDialog({ dialog, onClose }: DialogAbout<'draft'>) {
  const { view } = useStores();
  const { workflows } = useApp();
  const isNew = useView((state) => state.screen.at === 'start');
  const open = useDocument((state) => state.document);
  const broken = useDocument((state) => state.sync === 'broken') && !isNew;
  const before = useView(({ workflow: { draft } }) => draft?.sentence ?? '');
  const [first] = useState(dialog.sentence || before);
  const [sentence, setSentence] = useState(first);
  const [model, setModel] = useState((isNew ? dialog.model : open.defaultModel) ?? usualModel);
  const [drafted, setDrafted] = useState<DraftedWorkflow>();
  const { drafting, start, stop } = useDraft((result) => {
    if (isNew) return setDrafted(result);
    const draft = { sentence, text: result.yaml, warnings: result.warnings };
    showDraft(view, draft);
  });
  const ready = sentence.trim() !== '' && model.trim() !== '' && drafting.status !== 'drafting' && !broken;
  const submitDraft = () => {
    if (!ready) return;
    setDrafted(undefined);
    const wish = { sentence: sentence.trim(), model: model.trim() };
    start(isNew || listTaskIds(open).length === 0 ? wish : { ...wish, document: open });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submitDraft();
  };
  // The sentence came with its model: the person has said all that a draft needs.
  const isAsked = useRef(isNew && dialog.sentence !== undefined && dialog.model !== undefined);
  useEffect(() => {
    if (!isAsked.current) return;
    isAsked.current = false;
    submitDraft();
  });
  const handleDraftKey = (event: KeyboardEvent) => {
    if (!matchKeys(event.nativeEvent, sendKeys)) return;
    event.preventDefault();
    submitDraft();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Draft with a model"
      width="wide"
      footer={
        drafting.status === 'drafting' ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <>
            <Button
              variant={drafted ? 'default' : 'primary'}
              type="submit"
              form="draft"
              shortcut={ready ? sendKeys : undefined}
              disabled={!ready}
            >
              {drafted ? 'Draft again' : 'Draft'}
            </Button>
            {drafted && (
              <Button variant="primary" data-autofocus onClick={() => void workflows.text(drafted.yaml)}>
                Open it
              </Button>
            )}
          </>
        )
      }
    >
      <form {...unsavedMark(sentence !== first)} id="draft" className={styles.form} onSubmit={onSubmit}>
        <Field
          label="What should the workflow do?"
          hint={isNew ? 'You see the draft before it is opened.' : 'You see what would change before anything does.'}
        >
          <TextArea data-autofocus rows={3} value={sentence} onChange={setSentence} onKeyDown={handleDraftKey} />
        </Field>
        <Field label="Model" hint={`As provider:name. It gets your sentence${isNew ? '' : ' and the open workflow'}.`}>
          <TextInput mono value={model} onChange={setModel} />
        </Field>
      </form>
      {broken && <Note tone="warning">The code has mistakes. Fix them first, so that the model can read it.</Note>}
      {drafting.status === 'failed' && <Note tone="error">{drafting.message}</Note>}
      {drafting.status === 'failed' && drafting.text && (
        <details className={styles.said}>
          <summary>What the model wrote</summary>
          <pre>{drafting.text}</pre>
        </details>
      )}
      {drafting.status === 'drafting' && <Progress text={drafting.text} />}
      {drafted && <NewWorkflow drafted={drafted} />}
      <Offers sentence={sentence} />
    </Dialog>
  );
}

/** The end of the text that the model is writing. */
function Progress({ text }: { readonly text: string }) {
  return (
    <section className={styles.progress} aria-label="What the model writes">
      <p role="status">{text === '' ? 'Waiting for the model…' : `Drafting, ${text.length} characters so far`}</p>
      <pre>{text.split('\n').slice(-8).join('\n')}</pre>
    </section>
  );
}

/** A draft that can be opened as a new workflow. */
function NewWorkflow({ drafted }: { readonly drafted: DraftedWorkflow }) {
  return (
    <section className={styles.offer} aria-label="Draft">
      <DraftedFlow yaml={drafted.yaml} />
      <DraftWarnings warnings={drafted.warnings} />
    </section>
  );
}
