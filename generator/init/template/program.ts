/** What the texts of a program depend on beside the contract. */
export interface ProgramContext {
  /** TypeScript, not JavaScript. */
  readonly isTyped: boolean;
  /** Specifier of the generated code, from a file in `src/`. */
  readonly entry: string;
}

/** The texts of a program, by path below `src/` without extension. */
export type ProgramFiles = Readonly<Record<string, string>>;
