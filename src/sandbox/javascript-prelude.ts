/**
 * The globals of every JavaScript script, as the text of a function. It defines `stdin` (text), `input` (stdin parsed
 * as JSON, undefined if it is not JSON), `env` (object of texts), `console`, whose lines go to `emit(stream, text)`,
 * and `tools`: for each tool that the script may call an async function of the arguments, as an object. It returns the
 * answer, JSON as a value, and throws an answer that is an error. `call(name, args)` resolves to JSON of an answer. For
 * its `JSON`, a whole number beyond 2^53 − 1 is a BigInt. The text returns functions that print what the script
 * returned and what it threw. `request` is JSON of `{ stdin, env, tools }`.
 */
export const javascriptPrelude = `(emit, request, call) => {
  const { parse: parseRounded, stringify } = JSON;
  const mark = 'whole-number-' + Math.random() + ':';
  const quoted = new RegExp('"' + mark + '(-?[0-9]+)"', 'g');
  BigInt.prototype.toJSON = function () { return mark + this; };
  JSON.stringify = (...values) => {
    const text = stringify(...values);
    return typeof text === 'string' && text.includes(mark) ? text.replace(quoted, '$1') : text;
  };
  JSON.parse = (text, reviver) => {
    const value = parseRounded(text, reviver);
    if (reviver !== undefined || !/[0-9]{16}/.test(text)) return value;
    const isRounded = (token) => /^-?[1-9][0-9]{15,}$/.test(token) && !Number.isSafeInteger(Number(token));
    const tokens = /"(?:[^"\\\\]|\\\\.)*"|-?[0-9][0-9.eE+-]*/g;
    const whole = String(text).replace(tokens, (token) => isRounded(token) ? '"' + mark + token + '"' : token);
    const restore = (_, one) => typeof one === 'string' && one.startsWith(mark) ? BigInt(one.slice(mark.length)) : one;
    return parseRounded(whole, restore);
  };
  const { stdin, env, tools = [] } = JSON.parse(request);
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
  const calling = (name) => async (args = {}) => {
    const { text, isError } = JSON.parse(await call(name, JSON.stringify(args)));
    if (isError) throw new Error(name + ': ' + text);
    return parse(text) ?? text;
  };
  Object.assign(globalThis, {
    tools: Object.fromEntries(tools.map((name) => [name, calling(name)])),
    stdin, env, input: parse(stdin), console: { log: out, info: out, debug: out, error: err, warn: err },
  });
  return { returned: (value) => { if (value !== undefined) emit('stdout', show(value)); }, thrown: err };
}`;
