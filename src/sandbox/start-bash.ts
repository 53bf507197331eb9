import './buffer-global';

import { runBash } from './run-bash';
import { serveScript } from './serve-script';

serveScript(runBash);
