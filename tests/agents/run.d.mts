/** The exports of `run.mjs` for tests. */

/** Formats of the client's code: of ES modules, and bundled for a program that uses `require`. */
export type ClientFormat = 'mjs' | 'cjs';

export interface Clients {
  file(format: ClientFormat): string;
  remove(): void;
}

/** A request as it was on the wire. */
export interface CapturedRequest {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

export interface Captured {
  readonly url: string;
  readonly requests: readonly CapturedRequest[];
}

export function buildClients(repository: string): Promise<Clients>;
export function runProgram<Output>(
  program: string,
  args: readonly string[],
  options?: { readonly nodeOptions?: readonly string[]; readonly env?: Readonly<Record<string, string>> },
): Promise<Output>;
export function seen(captured: Captured): readonly CapturedRequest[];
export function header(request: CapturedRequest, name: string): string | undefined;
