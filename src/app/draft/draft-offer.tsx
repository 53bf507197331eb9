import { offerUndo } from '@/editor/actions/offer-undo';
import { useStores } from '@/state/context';
import { dropDraft, openDialog } from '@/state/view/screens';
import type { DraftedText } from '@/state/view-store';
import { Button } from '@/ui/form/button';
import { notifyPerson } from '@/ui/overlay/toast';
import styles from './draft.module.css';
import { DraftWarnings } from './draft-warnings';

/** Above the differences of a draft: accept it, as one step of the edit history, or discard it. */
export function DraftOffer({ draft }: { readonly draft: DraftedText }) {
  const { document, view } = useStores();
  const leaveOffer = () => dropDraft(view);
  const accept = async () => {
    await document.actions.replace(draft.text, 'Use a draft');
    leaveOffer();
    notifyPerson({
      tone: 'ok',
      id: 'drafted',
      title: 'The workflow is as the model drafted it.',
      action: offerUndo({ document }),
    });
  };
  return (
    <section className={styles.offer} aria-label="Draft">
      <p className={styles.what}>
        What would change in the open workflow for <q>{draft.sentence}</q>
      </p>
      <div className={styles.choices}>
        <Button variant="primary" onClick={() => void accept()}>
          Use this draft
        </Button>
        <Button onClick={leaveOffer}>Discard the draft</Button>
        <Button variant="ghost" onClick={() => openDialog(view, { name: 'draft' })}>
          Change the request
        </Button>
      </div>
      <DraftWarnings warnings={draft.warnings} />
    </section>
  );
}
