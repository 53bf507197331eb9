// What runs in the page that measures what a call of a model costs: in a worker, as the engine does.
import CallsWorker from './calls.worker?worker';

const worker = new CallsWorker();

/** Has the calls of a protocol measured, at a server. */
async function measure(protocol: string, url: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ protocol, url });
  });
}

Object.assign(window, { measure });
