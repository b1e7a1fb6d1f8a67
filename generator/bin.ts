#!/usr/bin/env node
import module from 'node:module';
import { siteAddress } from './config/packaged-file.js';
import { oldNodeText } from './least-versions.js';
import { saveCompilerEffort } from './source/compiler-effort.js';

// Much works all the same, but what fails then does not say why.
const tooOld = oldNodeText(process.versions.node);
if (tooOld !== '') {
  process.stderr.write(tooOld);
}

// Node 22 keeps compiled code between runs, which saves a third of the loading time.
(module as { readonly enableCompileCache?: () => void }).enableCompileCache?.();

// A server runs for long.
if (process.argv[2] !== 'mock') {
  saveCompilerEffort();
}

// If the reader closes the pipe early (`codegen inspect … | head`), that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') {
    process.exit(0);
  }
  throw error;
});

/** The question goes to standard error, so that results can be piped. */
async function askSecret(question: string): Promise<string> {
  const { readSecret } = await import('./commands/read-secret.js');
  return readSecret(question, process.stdin, process.stderr);
}

async function ask(question: string): Promise<string> {
  const { askLine } = await import('./commands/ask-line.js');
  return askLine(question, process.stdin, process.stderr, () => process.kill(process.pid, 'SIGINT'));
}

try {
  const { main } = await import('./cli.js');
  process.exitCode = await main(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isInteractive: process.stderr.isTTY === true,
    outBytes: (bytes) => process.stdout.write(bytes),
    input: () => process.stdin,
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask, askSecret }),
    // Read where a diagnostic is printed, which most runs do not.
    get site() {
      return siteAddress();
    },
    environment: process.env,
    workingFolder: process.cwd(),
  });
} catch (error) {
  const { internalErrorStatus, internalErrorText } = await import('./internal-error.js');
  process.stderr.write(await internalErrorText(error, Boolean(process.env.DEBUG)));
  process.exitCode = internalErrorStatus;
}
