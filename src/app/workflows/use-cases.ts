import { type Failure, toFailure } from '@/base/errors';
import type { Stores } from '@/state/context';
import { notify } from '@/ui/toast';
import { readWorkflowFile } from '../files/read-file';
import { recall } from '../remembered';
import { createWorkflow, type Opened, openWorkflow } from './open-workflow';
import { blankText, loadTemplate, type TemplateFile, templateFiles } from './templates';

/** What a person can do with workflows as wholes. Each says itself what went wrong, and then leaves what is open as it is. */
export interface WorkflowUseCases {
  /** False if it could not be opened. */
  open(id: string): Promise<boolean>;
  blank(): Promise<void>;
  template(file: TemplateFile): Promise<void>;
  file(file: File): Promise<void>;
  /** The last opened workflow, the newest one, or on a first visit the example. */
  home(): Promise<void>;
}

/** Shows a failure as a message: what happened, and what to do. */
export function notifyFailure(failure: Failure): void {
  notify({ tone: 'error', title: failure.message, detail: failure.advice });
}

/** The use cases over these stores. */
export function workflowUseCases(stores: Stores): WorkflowUseCases {
  const attempt = async (open: () => Promise<Opened>): Promise<boolean> => {
    try {
      const opened = await open();
      if (opened === 'unsaved') {
        notify({
          tone: 'error',
          title: 'The open workflow is not saved.',
          detail: 'It stays open, so that nothing is lost. The top bar says why it could not be saved.',
        });
      }
      if (opened === 'missing') {
        notify({ tone: 'error', title: 'This workflow is not in this browser.', detail: 'It may have been deleted.' });
      }
      return opened === 'opened';
    } catch (error) {
      notifyFailure(toFailure(error));
      return false;
    }
  };
  const useCases: WorkflowUseCases = {
    async open(id) {
      const opened = await attempt(() => openWorkflow(stores, id));
      if (!opened && stores.document.getState().id === '') stores.view.setState({ screen: 'start' });
      return opened;
    },
    async blank() {
      await attempt(() => createWorkflow(stores, blankText));
    },
    async template(file) {
      await attempt(async () => createWorkflow(stores, await loadTemplate(file)));
    },
    async file(file) {
      const opened = await attempt(async () => createWorkflow(stores, await readWorkflowFile(file)));
      if (!opened || stores.document.getState().sync !== 'broken') return;
      notify({
        tone: 'info',
        title: `“${file.name}” has mistakes.`,
        detail: 'It opened as a new workflow in the code view, where the places are marked.',
      });
    },
    async home() {
      const workflows = await stores.services.workflows.list().catch(() => []);
      const { lastWorkflow } = recall();
      const known = workflows.find(({ id }) => id === lastWorkflow) ?? workflows[0];
      if (known) await useCases.open(known.id);
      else await useCases.template(templateFiles[0]);
    },
  };
  return useCases;
}
