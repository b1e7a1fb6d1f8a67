/** The exports of `cases.mjs` for tests. */
export interface Call {
  readonly service: string;
  readonly operation: string;
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly type: string; readonly value: string }[];
}

export function walletCalls(): readonly Call[];
export function answerOf(operation: string, args: readonly string[]): number;
export function bits(value: number): string;
