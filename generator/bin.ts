#!/usr/bin/env node
import module from 'node:module';
import { saveCompilerEffort } from './source/compiler-effort.js';

/** Exit code of an internal error (EX_SOFTWARE of sysexits.h). */
const internalError = 70;

// Node 22 keeps compiled code between runs, which saves a third of the loading time.
(module as { readonly enableCompileCache?: () => void }).enableCompileCache?.();

saveCompilerEffort();

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

try {
  const { main } = await import('./cli.js');
  process.exitCode = await main(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isInteractive: process.stderr.isTTY === true,
    ...(process.stdin.isTTY && process.stderr.isTTY && { askSecret }),
    environment: process.env,
    workingFolder: process.cwd(),
  });
} catch (error) {
  const { message, stack, name } = error instanceof Error ? error : new Error(String(error));
  const { publicText } = await import('./diagnostics/public-address.js');
  process.stderr.write(
    `codegen: internal error: ${publicText(message.split('\n', 1)[0] ?? '')}\n` +
      `This is a bug in codegen, not in your input. Please report it with the command and, if you can, the input.\n` +
      (process.env.DEBUG ? `${publicText(stack ?? name)}\n` : 'DEBUG=1 shows where it happened.\n'),
  );
  process.exitCode = internalError;
}
