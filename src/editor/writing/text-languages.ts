import * as javascript from 'monaco-editor/esm/vs/basic-languages/javascript/javascript.js';
import * as shell from 'monaco-editor/esm/vs/basic-languages/shell/shell.js';
import { monaco } from '../code/monaco';
import 'monaco-editor/esm/vs/editor/contrib/parameterHints/browser/parameterHints.js';
import type { WritingLanguage } from '@/state/view-store';

/** The language of the editor for each way of writing. JSON is a part of YAML. */
export const languageIds: { readonly [K in WritingLanguage]: string } = {
  template: 'heddle-template',
  expression: 'heddle-expression',
  schema: 'yaml',
  json: 'yaml',
  bash: 'shell',
  javascript: 'javascript',
  plain: 'plaintext',
};

const brackets: monaco.languages.LanguageConfiguration = {
  brackets: [
    ['{', '}'],
    ['[', ']'],
    ['(', ')'],
  ],
};

monaco.languages.register({ id: 'heddle-template' });
monaco.languages.setMonarchTokensProvider('heddle-template', {
  tokenizer: {
    root: [
      [/\\\{\{/, ''],
      [/\{\{[^{}]*\}\}/, 'type'],
      [/^#+ .*$/, 'strong'],
      [/./, ''],
    ],
  },
});
monaco.languages.register({ id: 'heddle-expression' });
monaco.languages.setLanguageConfiguration('heddle-expression', brackets);
monaco.languages.setMonarchTokensProvider('heddle-expression', {
  tokenizer: {
    root: [
      [/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/, 'tag'],
      [/\b(?:true|false|null|in)\b/, 'keyword'],
      [/\b\d+(?:\.\d+)?\b/, 'number'],
      [/[A-Za-z_]\w*(?=\s*\()/, 'keyword'],
      [/\b(?:tasks|inputs|variables)\b/, 'type'],
      [/[A-Za-z_]\w*/, ''],
      [/[&|!=<>+\-*/%?:]+/, 'operators'],
    ],
  },
});
monaco.languages.register({ id: 'shell' });
monaco.languages.setLanguageConfiguration('shell', shell.conf);
monaco.languages.setMonarchTokensProvider('shell', shell.language);
monaco.languages.register({ id: 'javascript' });
monaco.languages.setLanguageConfiguration('javascript', javascript.conf);
monaco.languages.setMonarchTokensProvider('javascript', javascript.language);

export { monaco };
