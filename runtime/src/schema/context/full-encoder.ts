import { readyOf } from '#fast';
import type { XmlOutput } from '../../xml/writer.js';
import type { ValuePath } from '../descriptor/errors.js';
import { type EncodeOptions, Encoder, maxPath, type SoapEncoding, type ValueChecks } from './encoder.js';

/** Steps of the path to an element whose fields, and their items, are not too deep. */
export const maxRecordPath: number = maxPath - 2;

/** State of an encoding with checks, in SOAP encoding, or to an output with gaps; on Node of every one. */
export class FullEncoder extends Encoder {
  override readonly slots: unknown[] = [];
  override used = 0;
  override declared = 0;
  #tooDeep = false;

  constructor(output: XmlOutput, root: string, options?: EncodeOptions, encoding?: SoapEncoding, checks?: ValueChecks) {
    super(output, root, options);
    this.encoding = encoding;
    this.checks = checks;
    this.into(output);
  }

  /** Writes into an output from now on. */
  into(output: XmlOutput): void {
    this.output = output;
    this.ready = this.checks === undefined && this.encoding === undefined ? readyOf(output) : undefined;
  }

  /** False, with a problem, for a value that is nested so deeply that it must contain itself; then nothing more is written. */
  enter(): boolean {
    if (this.#tooDeep) {
      return false;
    }
    if (this.path.length <= maxPath) {
      return true;
    }
    this.#tooDeep = true;
    this.problem('too-deep', 'the value is nested too deeply, or contains itself');
    return false;
  }

  override place(): ValuePath {
    return this.hidden.length === 0 ? [...this.path] : super.place();
  }

  override misfit(code: string, message: string): void {
    this.#report(code, message, true);
  }

  override problem(code: string, message: string, cause?: unknown): void {
    this.#report(code, message, false, cause);
  }

  #report(code: string, message: string, isMisfit: boolean, cause?: unknown): void {
    if (this.checks === undefined) {
      super.problem(code, message, cause);
    }
    this.checks?.report(this.place(), code, message, isMisfit);
  }
}
