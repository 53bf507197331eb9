import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { runJavaScript } from './run-javascript';
import { serveScript } from './serve-script';

// It takes no request before it has said that it is ready, so loading may take its time.
newQuickJSWASMModuleFromVariant(variant).then((quickjs) =>
  serveScript((request, sink) => runJavaScript(quickjs, request, sink)),
);
