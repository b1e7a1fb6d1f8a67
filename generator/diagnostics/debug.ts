/** True when the user asks for errors of their own code as they are thrown: with `DEBUG` in the environment, where there is one. */
export function isDebugging(): boolean {
  return Boolean(globalThis.process?.env?.DEBUG);
}
