import { javascriptPrelude } from '@/sandbox/javascript-prelude';

/**
 * The program that Node runs for a script in JavaScript. It provides the same globals and rules as the sandbox of the
 * browser, and all of Node besides. At file descriptor 3 it reads JSON: the script, the names of the variables in
 * `env`, those of its tools, and the socket at which it calls them. Its own names are in a block, so that no script
 * sees them.
 */
export const javascriptProgram = `{
const { closeSync, readFileSync } = require('node:fs');
const { script, names, tools, socket } = JSON.parse(readFileSync(3, 'utf8'));
closeSync(3);
const vm = require('node:vm');
const stdin = readFileSync(0, 'utf8');
const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
const emit = (stream, text) => process[stream].write(text);
const call = (name, args) => new Promise((resolve) => {
  let answer = '';
  const server = require('node:net').connect(socket);
  server.setEncoding('utf8').on('data', (text) => { answer += text; });
  server.on('end', () => resolve(answer));
  server.on('error', ({ message }) => resolve(JSON.stringify({ text: message, isError: true })));
  server.end(JSON.stringify({ call: name, args }));
});
const { returned, thrown } = (${javascriptPrelude})(emit, JSON.stringify({ stdin, env, tools }), call);
const fail = (error) => { thrown(error); process.exitCode = 1; };
const waits = () => fail('The script waits for a promise that nothing will settle.');
process.once('beforeExit', waits);
const end = (how) => (value) => { process.off('beforeExit', waits); how(value); };
try {
  const importModuleDynamically = vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  const options = { filename: 'script.js', columnOffset: -'(async () => {'.length, importModuleDynamically };
  const compiled = new vm.Script('(async () => {' + script + '\\n})()', options);
  compiled.runInThisContext().then(end(returned), end(fail));
} catch (error) {
  end(fail)(error);
}}
`;
