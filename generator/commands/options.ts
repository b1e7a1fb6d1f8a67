import type { JobOptions } from '../config/jobs.js';

/** Options of `codegen generate`. */
export interface GenerateCommandOptions extends JobOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly force?: boolean;
  readonly allowRemote?: boolean;
  readonly watch?: boolean;
}

/** Options of `codegen check`. */
export interface CheckCommandOptions extends JobOptions {
  readonly json?: boolean;
  readonly allowRemote?: boolean;
  /** Generate again also when the manifest says that nothing changed. */
  readonly full?: boolean;
}

/** Options of `codegen inspect`. */
export interface InspectCommandOptions {
  readonly inputs: readonly string[];
  readonly define?: readonly string[];
  readonly json?: boolean;
  readonly allowRemote?: boolean;
}

/** Options of `codegen wsdl`. */
export interface WsdlCommandOptions {
  readonly inputs: readonly string[];
  readonly out: string;
  readonly json?: boolean;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}
