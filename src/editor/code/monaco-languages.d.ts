declare module 'monaco-editor/esm/vs/basic-languages/yaml/yaml.js' {
  import type { languages } from 'monaco-editor/esm/vs/editor/editor.api.js';

  export const conf: languages.LanguageConfiguration;
  export const language: languages.IMonarchLanguage;
}

declare module 'monaco-editor/esm/vs/basic-languages/xml/xml.js' {
  import type { languages } from 'monaco-editor/esm/vs/editor/editor.api.js';

  export const conf: languages.LanguageConfiguration;
  export const language: languages.IMonarchLanguage;
}

declare module 'monaco-editor/esm/vs/basic-languages/shell/shell.js' {
  import type { languages } from 'monaco-editor/esm/vs/editor/editor.api.js';

  export const conf: languages.LanguageConfiguration;
  export const language: languages.IMonarchLanguage;
}

declare module 'monaco-editor/esm/vs/basic-languages/javascript/javascript.js' {
  import type { languages } from 'monaco-editor/esm/vs/editor/editor.api.js';

  export const conf: languages.LanguageConfiguration;
  export const language: languages.IMonarchLanguage;
}
