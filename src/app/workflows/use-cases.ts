import type { Imported } from '@/formats/import-file';
import type { AppStores } from '@/state/context';
import { openScreen } from '@/state/view/screens';
import { notifyFailure } from '@/ui/attempt';
import { closeNotice, notifyPerson } from '@/ui/overlay/toast';
import { laterPart } from '../later-part';
import { readRemembered } from '../local-settings';
import { mayHoldRun } from '../runs/pick-recording';
import { createWorkflow, type Opened, openWorkflow } from './open-workflow';
import { blankText, loadTemplate, templateFiles } from './templates';
import type { WorkflowUseCases } from './workflow-use-cases';

/** How long an opening takes before it is told, in ms. What is there at once needs no message. */
const patienceMs = 700;

/** Shows why nothing was opened, if so. */
function tellNotOpened(opened: Opened): void {
  if (opened !== 'unsaved' && opened !== 'missing') closeNotice('not-opened');
  if (opened === 'unsaved') {
    notifyPerson({
      tone: 'error',
      id: 'not-opened',
      title: 'The open workflow is not saved.',
      detail: 'It stays open, so that nothing is lost. The top bar says why it could not be saved.',
    });
  }
  if (opened === 'missing') {
    notifyPerson({
      tone: 'error',
      id: 'not-opened',
      title: 'This workflow is not in this browser.',
      detail: 'It may have been deleted.',
    });
  }
}

/** The use cases over these stores. */
export function createWorkflowUseCases(stores: AppStores): WorkflowUseCases {
  const attempt = async (
    open: (isLeft: () => boolean) => Promise<Opened>,
    name?: string,
  ): Promise<Opened | 'failed'> => {
    const before = stores.document.getState().id;
    let isLeft = false;
    const markAsLeft = () => {
      isLeft = true;
    };
    const work = open(() => isLeft);
    const late = setTimeout(
      () => laterPart.load().then(({ tellOpening }) => tellOpening(stores, { name, before, work, leave: markAsLeft })),
      patienceMs,
    );
    try {
      tellNotOpened(await work);
      return await work;
    } catch (error) {
      if (!isLeft) notifyFailure(error);
      return 'failed';
    } finally {
      clearTimeout(late);
    }
  };
  const isOpened = async (open: () => Promise<Opened>) => (await attempt(open)) === 'opened';
  const { documents } = stores.services;
  const takeFile = (read: () => Promise<Imported>, name?: string) =>
    attempt(async (isLeft) => {
      const file = await read();
      return isLeft() ? 'left' : (await laterPart.load()).openImported(stores, file);
    }, name);
  const useCases: WorkflowUseCases = {
    async open(id) {
      const opened = await attempt(() => openWorkflow(stores, id));
      if (opened !== 'opened' && stores.document.getState().id === '') openScreen(stores.view, { at: 'start' });
      return opened;
    },
    async blank() {
      // Without the mark it counts as one from elsewhere, whose secrets are asked for once more.
      const mark = (id: string) => stores.services.grants.madeHere(id).catch(() => undefined);
      await attempt(() => createWorkflow(stores, blankText, mark));
    },
    async template(file) {
      await attempt(async () => createWorkflow(stores, await loadTemplate(file)));
    },
    gallery: (entry, isPlayed) =>
      isOpened(async () => (await laterPart.load()).openGalleryWorkflow(stores, entry, isPlayed)),
    folderFile: (file) => isOpened(async () => (await laterPart.load()).openFolderFile(stores, file)),
    async file(file) {
      if (mayHoldRun(file)) {
        await attempt(async () => (await laterPart.load()).openRunFile(stores, file));
      } else if (!/\.zip$/i.test(file.name)) {
        await takeFile(async () => (await laterPart.load()).readWorkflowFile(documents, file), file.name);
      } else await attempt(async () => (await laterPart.load()).openArchive(stores, file));
    },
    async address(address, signal) {
      const { fetchWorkflowFile, openImported } = await laterPart.load();
      const { bytes, name } = await fetchWorkflowFile(address, signal);
      const file = await documents.readFile(bytes, name);
      signal.throwIfAborted();
      tellNotOpened(await openImported(stores, file));
    },
    async pasted(text) {
      await takeFile(() => documents.readPasted(text));
    },
    async text(text, prepare) {
      await attempt(() => createWorkflow(stores, text, prepare));
    },
    async home() {
      const workflows = await stores.services.workflows.list().catch(() => []);
      const { lastWorkflow } = readRemembered();
      const known = workflows.find(({ id }) => id === lastWorkflow) ?? workflows[0];
      if (known) await useCases.open(known.id);
      else await useCases.template(templateFiles[0]);
    },
  };
  return useCases;
}
