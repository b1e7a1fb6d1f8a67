import type { XmlAttribute } from '../../xml/interfaces/tree.js';
import type { XmlOutput } from '../../xml/interfaces/writer.js';
import { passOn, refusalOf } from '../../xml/text/errors.js';
import { LexicalError, type ValuePath, XmlEncodeError } from '../descriptor/errors.js';
import { type EncodeOptions, type Encoder, maxPath, type SoapEncoding, type ValueChecks } from './encoder.js';
import { fastLayer } from './fast-layer.js';

/** State of one encoding: with checks, in SOAP encoding, or neither. */
export class ElementEncoder implements Encoder {
  declare output: XmlOutput;
  readonly path: (string | number)[] = [];
  inherited: readonly XmlAttribute[] = [];
  readonly hidden: number[] = [];
  declare readonly ignoresUnknown: boolean;
  declare readonly root: string;
  declare readonly checks: ValueChecks | undefined;
  declare encoding: SoapEncoding | undefined;
  declare fast: object | undefined;
  #tooDeep = false;

  constructor(
    output: XmlOutput,
    root: string,
    { unknownProperties }: EncodeOptions = {},
    encoding?: SoapEncoding,
    checks?: ValueChecks,
  ) {
    this.root = root;
    this.ignoresUnknown = unknownProperties === 'ignore';
    this.encoding = encoding;
    this.checks = checks;
    this.into(output);
  }

  into(output: XmlOutput): void {
    this.output = output;
    this.fast =
      this.checks === undefined && this.encoding === undefined ? fastLayer?.writingInto(this, output) : undefined;
  }

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

  place(): ValuePath {
    return this.hidden.length === 0 ? [...this.path] : this.path.filter((_, i) => !this.hidden.includes(i));
  }

  misfit(code: string, message: string): void {
    this.#report(code, message, true);
  }

  problem(code: string, message: string, cause?: unknown): void {
    this.#report(code, message, false, cause);
  }

  refuse(error: unknown, steps: ValuePath = []): void {
    passOn(error);
    const [code, message, cause] = error instanceof LexicalError ? ['wrong-type', error.message] : refusalOf(error);
    this.path.push(...steps);
    this.problem(code, message, cause);
    this.path.length -= steps.length;
  }

  #report(code: string, message: string, isMisfit: boolean, cause?: unknown): void {
    if (this.checks === undefined) {
      throw new XmlEncodeError(code, message, this.root, this.place(), cause);
    }
    this.checks.report(this.place(), code, message, isMisfit);
  }
}
