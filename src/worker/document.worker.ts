import './zod-without-eval';
import { createDocumentHost } from './document-host';
import { serveWorker } from './serve-worker';

void serveWorker(async () => createDocumentHost());
