/** Exit code of an internal error (EX_SOFTWARE of sysexits.h). */
export const internalErrorStatus = 70;

/** The text about an error that is a bug of ours. `isDebug` adds where it happened. */
export async function internalErrorText(error: unknown, isDebug: boolean): Promise<string> {
  const { message, stack, name } = error instanceof Error ? error : new Error(String(error));
  const { publicText } = await import('./diagnostics/public-address.js');
  return (
    `codegen: internal error: ${publicText(message.split('\n', 1)[0] ?? '')}\n` +
    `This is a bug in codegen, not in your input. Please report it with the command and, if you can, the input.\n` +
    (isDebug ? `${publicText(stack ?? name)}\n` : 'DEBUG=1 shows where it happened.\n')
  );
}
