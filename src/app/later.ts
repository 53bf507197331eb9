// What the app does once the first screen stands, as one part (`later-part.ts`): what it follows, what it opens, and
// what it offers.

export { openArchive } from './archive/open-archive';
export { storeFiles } from './archive/store-files';
export { checkProviders } from './check-providers';
export { DropCard } from './files/drop-card';
export { fetchWorkflowFile } from './files/fetch-file';
export { openDropped } from './files/open-dropped';
export { readWorkflowFile } from './files/read-file';
export { openFolderFile } from './folder/open-folder-file';
export { followAll, followOutside } from './follow-all';
export { openGalleryWorkflow } from './gallery/open-gallery-workflow';
export { gatherDocument } from './gather-document';
export { openRunFile } from './runs/open-run-file';
export { receiveShared } from './runs/receive-run';
export { editTestsFile } from './tests/edit-tests-file';
export { startTour } from './tour/start-tour';
export { openImported } from './workflows/open-imported';
export { tellOpening } from './workflows/tell-opening';
