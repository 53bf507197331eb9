import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import { runJavaScript } from './run-javascript';
import { serveScript } from './serve-script';

// Loading may take its time: requests come only after the ready message.
newQuickJSWASMModuleFromVariant(variant).then((quickjs) =>
  serveScript((request, sink, callTool) => runJavaScript(quickjs, request, sink, callTool)),
);
