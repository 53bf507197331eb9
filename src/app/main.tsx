import '@/base/zod-without-eval';
import { connectWorkers } from '@/worker/border/client';

// The workers start first, because they take longest: they load while the rest of the page is fetched.
const workers = connectWorkers();
import('./page').then(
  ({ showPage }) => showPage(workers),
  () =>
    document.getElementById('root')?.append('Heddle could not be fetched. Load the page again when you are online.'),
);
