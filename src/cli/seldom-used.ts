// What few files and few calls of the command line need, as one part: other notations than YAML, matching, pages of
// runs, and pictures.

export { drawPicture } from '@/editor/geometry/draw-picture';
export { editText } from '@/formats/edit-text';
export { explainUnread, importForeignFiles, isForeign } from '@/formats/foreign/import-foreign';
export { importPackage } from '@/formats/foreign/import-package';
export { readAny } from '@/formats/read-any';
export { writeAny } from '@/formats/write-any';
export { readZip } from '@/storage/transfer/read-zip';
export { exportHtml } from './commands/export-html';
export { readMatchedCall } from './run/matched-call';
export { attachRuns } from './test/attach-runs';
