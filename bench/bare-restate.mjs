// A service of the bare Restate SDK: as many steps as a run of the server has, each recorded by Restate.
import { createServer } from 'node:http2';

const target = /** @type {any} */ (Promise);
target.withResolvers ??= function withResolvers() {
  /** @type {any} */
  const own = {};
  own.promise = new Promise((resolve, reject) => Object.assign(own, { resolve, reject }));
  return own;
};
const { createEndpointHandler, handlers, object } = await import('@restatedev/restate-sdk/node');

const runs = object({
  name: 'BareRuns',
  handlers: {
    run: handlers.object.exclusive({}, async (/** @type {any} */ context, /** @type {number} */ steps) => {
      let said = '';
      for (let step = 0; step < steps; step += 1) said = await context.run(`t${step}`, () => `Said ${step}`);
      return said;
    }),
  },
});
const port = Number(process.argv[2]);
createServer(createEndpointHandler({ services: [runs], logger: () => {} })).listen(port, '127.0.0.1', () =>
  console.log(`at http://127.0.0.1:${port}`),
);
