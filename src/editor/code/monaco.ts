/** Monaco with only what an editor of YAML and XML needs. It loads when the code is first opened. */
import 'monaco-editor/esm/vs/editor/browser/coreCommands.js';
import 'monaco-editor/esm/vs/editor/contrib/bracketMatching/browser/bracketMatching.js';
import 'monaco-editor/esm/vs/editor/contrib/caretOperations/browser/caretOperations.js';
import 'monaco-editor/esm/vs/editor/contrib/clipboard/browser/clipboard.js';
import 'monaco-editor/esm/vs/editor/contrib/codeAction/browser/codeActionContributions.js';
import 'monaco-editor/esm/vs/editor/contrib/comment/browser/comment.js';
import 'monaco-editor/esm/vs/editor/contrib/contextmenu/browser/contextmenu.js';
import 'monaco-editor/esm/vs/editor/contrib/find/browser/findController.js';
import 'monaco-editor/esm/vs/editor/contrib/folding/browser/folding.js';
import 'monaco-editor/esm/vs/editor/contrib/gotoError/browser/gotoError.js';
import 'monaco-editor/esm/vs/editor/contrib/hover/browser/hoverContribution.js';
import 'monaco-editor/esm/vs/editor/contrib/indentation/browser/indentation.js';
import 'monaco-editor/esm/vs/editor/contrib/lineSelection/browser/lineSelection.js';
import 'monaco-editor/esm/vs/editor/contrib/linesOperations/browser/linesOperations.js';
import 'monaco-editor/esm/vs/editor/contrib/multicursor/browser/multicursor.js';
import 'monaco-editor/esm/vs/editor/contrib/smartSelect/browser/smartSelect.js';
import 'monaco-editor/esm/vs/editor/contrib/snippet/browser/snippetController2.js';
import 'monaco-editor/esm/vs/editor/contrib/suggest/browser/suggestController.js';
import 'monaco-editor/esm/vs/editor/contrib/toggleTabFocusMode/browser/toggleTabFocusMode.js';
import 'monaco-editor/esm/vs/editor/contrib/unicodeHighlighter/browser/unicodeHighlighter.js';
import 'monaco-editor/esm/vs/editor/contrib/wordHighlighter/browser/wordHighlighter.js';
import 'monaco-editor/esm/vs/editor/contrib/wordOperations/browser/wordOperations.js';
import 'monaco-editor/esm/vs/base/browser/ui/codicons/codiconStyles.js';
import metaSchema from 'ajv/dist/refs/json-schema-draft-07.json';
import * as xml from 'monaco-editor/esm/vs/basic-languages/xml/xml.js';
import * as yaml from 'monaco-editor/esm/vs/basic-languages/yaml/yaml.js';
import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js';
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker';
import { configureMonacoYaml, type JSONSchema } from 'monaco-yaml';
import YamlWorker from 'monaco-yaml/yaml.worker.js?worker';
import { buildDocumentJsonSchema } from '@/formats/json-schema';

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

/**
 * Monaco in the form that monaco-yaml needs. With only parts of Monaco imported, a worker must be created here and sent
 * its module and data.
 */
const monacoForYaml = {
  ...monaco,
  editor: {
    ...monaco.editor,
    createWebWorker<T extends object>(options: object) {
      const worker = new YamlWorker();
      worker.postMessage('ignore');
      worker.postMessage('createData' in options ? options.createData : undefined);
      return monaco.editor.createWebWorker<T>({ worker });
    },
  },
};

/** The address of the served schema; a hover links to it. */
const schemaAddress = new URL('schemas/heddle-1.json', document.baseURI).href;

// Completion and hover come from the schema. Problems come only from our own checks, so that the code, the canvas and
// the list show the same ones.
configureMonacoYaml(monacoForYaml, {
  validate: false,
  enableSchemaRequest: false,
  format: { enable: false },
  schemas: [
    { uri: schemaAddress, fileMatch: ['*.heddle.yaml'], schema: buildDocumentJsonSchema() as JSONSchema },
    { uri: metaSchema.$id, fileMatch: ['*.schema.json'], schema: metaSchema as JSONSchema },
  ],
});
monaco.languages.setLanguageConfiguration('yaml', yaml.conf);
monaco.languages.setMonarchTokensProvider('yaml', yaml.language);
monaco.languages.register({ id: 'xml', extensions: ['.xml'] });
monaco.languages.setLanguageConfiguration('xml', xml.conf);
monaco.languages.setMonarchTokensProvider('xml', xml.language);

export { monaco };
