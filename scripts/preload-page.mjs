/**
 * Names in the built page what its first script imports next, so that the browser fetches it all at once.
 * @param {string} name of the chunk: the file that is imported, without its ending
 * @returns {import('vite').Plugin}
 */
export function preloadPage(name) {
  return {
    name: 'preload-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const page = chunks.find((chunk) => chunk.name === name);
        if (!page) throw new Error(`There is no chunk “${name}”.`);
        const wanted = new Set([page]);
        // What is added while it is gone through is gone through, too.
        for (const one of wanted) {
          for (const chunk of chunks) if (one.imports.includes(chunk.fileName)) wanted.add(chunk);
        }
        const sheets = new Set([...wanted].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
        const isNew = (/** @type {string} */ fileName) => !html.includes(fileName);
        return [
          ...[...wanted]
            .map(({ fileName }) => fileName)
            .filter(isNew)
            .map((fileName) => tag('modulepreload', fileName)),
          ...[...sheets].filter(isNew).map((fileName) => tag('stylesheet', fileName)),
        ];
      },
    },
  };
}

/**
 * @param {string} rel
 * @param {string} fileName
 * @returns {import('vite').HtmlTagDescriptor}
 */
function tag(rel, fileName) {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `./${fileName}` }, injectTo: 'head' };
}
