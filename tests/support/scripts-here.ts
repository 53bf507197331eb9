import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant } from 'quickjs-emscripten-core';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { runBash } from '@/sandbox/run-bash';
import { runJavaScript } from '@/sandbox/run-javascript';

/** The sandboxes of the page without their workers. */
export const scriptsHere: ScriptRunner = {
  run: async (request, sink, _signal, callTool) =>
    request.language === 'bash'
      ? runBash(request, sink, callTool)
      : runJavaScript(await newQuickJSWASMModuleFromVariant(variant), request, sink, callTool),
};
