// What the workers do only when somebody asks for it, as one part: drafts, tools that are tried, texts and files that
// are looked at, files of other programs.
export { draftWorkflow } from '@/engine/drafting/draft-workflow';
export { explainUnread, importForeignFiles } from '@/formats/foreign/import-foreign';
export { importPackage } from '@/formats/foreign/import-package';
export { createTextFilling } from '@/host/look-at-texts';
export { lookAtFiles } from '@/plan/attachments/planned-files';
export { readZip } from '@/storage/transfer/read-zip';
export { estimateText, runTextDry } from './documents/dry-run-text';
export { createTestsHost } from './tests/tests-host';
export { createToolsHost } from './tools/tools-host';
