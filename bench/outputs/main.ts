// What runs in the page that measures how outputs are stored in a browser: in a worker, where the engine stores them
// too.
import OutputsWorker from './outputs.worker?worker';

const worker = new OutputsWorker();

/** Has something measured, by its name. */
async function measure(subject: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(subject);
  });
}

Object.assign(window, { measure });
