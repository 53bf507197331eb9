import '@/base/zod-without-eval';
import { serveWorker } from './border/serve-worker';
import { createDocumentHost } from './documents/document-host';

void serveWorker(async () => createDocumentHost());
