/**
 * The globals of every JavaScript script, as the text of a function. It defines `stdin` (text), `input` (stdin parsed
 * as JSON, undefined if it is not JSON), `env` (object of texts) and `console`, whose lines go to `emit(stream, text)`.
 * It returns functions that print what the script returned and what it threw. `request` is JSON of `{ stdin, env }`.
 */
export const javascriptPrelude = `(emit, request) => {
  const { stdin, env } = JSON.parse(request);
  const parse = (text) => { try { return JSON.parse(text); } catch { return undefined; } };
  const json = (value) => { try { return JSON.stringify(value) ?? String(value); } catch { return String(value); } };
  const failure = (error) => {
    const own = (line) => !/^ +at .*(node:|\\[eval\\]|prelude\\.js)/.test(line);
    const [said, stack] = [String(error), (error.stack ?? '').trimEnd().split('\\n').filter(own).join('\\n')];
    return stack === '' || stack.startsWith(said) ? stack || said : said + '\\n' + stack;
  };
  const show = (value) => typeof value === 'string' ? value : value instanceof Error ? failure(value) : json(value);
  const print = (stream) => (...values) => emit(stream, values.map(show).join(' ') + '\\n');
  const [out, err] = [print('stdout'), print('stderr')];
  Object.assign(globalThis, {
    stdin, env, input: parse(stdin), console: { log: out, info: out, debug: out, error: err, warn: err },
  });
  return { returned: (value) => { if (value !== undefined) emit('stdout', show(value)); }, thrown: err };
}`;
