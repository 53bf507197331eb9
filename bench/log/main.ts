// What runs in the page that measures how runs are kept in a browser: in a worker, as the engine does.
import LogWorker from './log.worker?worker';

const worker = new LogWorker();

/** Has something measured, by its name. */
async function measure(subject: string, steps: number, server: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ subject, steps, server });
  });
}

Object.assign(window, { measure });
