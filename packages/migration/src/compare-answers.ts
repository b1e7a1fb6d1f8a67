import { parseTree, type WireResponse } from '@wsdl-codegen/runtime';
import { decodeXmlBody, parseMediaType } from '@wsdl-codegen/runtime/extend';
import { decompress } from '@wsdl-codegen/runtime/extend-node';
import type { CompareRules } from './compare-rules.js';
import { type AnswerDifference, DocumentComparison } from './infoset-differences.js';

/** An answer with its bytes. */
export interface AnswerWithBytes {
  readonly response: WireResponse;
  readonly bytes: Uint8Array;
}

/** An answer without its content codings. Rejects for one that is broken, or longer than `maxBytes`. */
export async function plainAnswer(answer: AnswerWithBytes, maxBytes: number): Promise<AnswerWithBytes> {
  const bytes = await decompress(answer.bytes, header(answer, 'content-encoding') ?? '', maxBytes);
  return { response: answer.response, bytes };
}

/** How two plain answers differ. Throws for XML that cannot be read. */
export function compareAnswers(
  here: AnswerWithBytes,
  there: AnswerWithBytes,
  rules: CompareRules,
): readonly AnswerDifference[] {
  const differences: AnswerDifference[] = [];
  const add = (kind: 'status' | 'content-type', mine: unknown, other: unknown): void => {
    if (mine !== other) {
      differences.push({ kind, path: '', here: String(mine), there: String(other) });
    }
  };
  add('status', here.response.status, there.response.status);
  add('content-type', typeOf(here), typeOf(there));
  const isXml = [here, there].every((each) => each.bytes.length > 0 && /[/+]xml$/.test(typeOf(each) ?? ''));
  if (isXml) {
    const [left, right] = [parseTree(textOf(here)), parseTree(textOf(there))];
    return [...differences, ...new DocumentComparison(rules).compare(left, right)];
  }
  return Buffer.compare(here.bytes, there.bytes) === 0
    ? differences
    : [...differences, { kind: 'body', path: '', here: shown(here.bytes), there: shown(there.bytes) }];
}

function typeOf(answer: AnswerWithBytes): string | undefined {
  return parseMediaType(header(answer, 'content-type'))?.type;
}

function header({ response }: AnswerWithBytes, name: string): string | undefined {
  return Object.entries(response.headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

function textOf(answer: AnswerWithBytes): string {
  const mediaType = parseMediaType(header(answer, 'content-type'));
  return mediaType === undefined ? '' : decodeXmlBody(answer.bytes, mediaType, 'declared');
}

function shown(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
