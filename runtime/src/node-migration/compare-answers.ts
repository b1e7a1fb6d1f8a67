import { parseMediaType } from '../http/media-type.js';
import { decompress } from '../node/decompress.js';
import { decodeXmlBody } from '../server/charset.js';
import type { WireResponse } from '../server/wire.js';
import { parseTree } from '../xml/index.js';
import type { CompareRules } from './compare-rules.js';
import { type AnswerDifference, DocumentComparison } from './infoset-differences.js';

/** An answer with its bytes. */
export interface AnswerWithBytes {
  readonly response: WireResponse;
  readonly bytes: Uint8Array;
}

/** How two answers differ. Rejects for a body that cannot be read. */
export async function compareAnswers(
  here: AnswerWithBytes,
  there: AnswerWithBytes,
  rules: CompareRules,
  maxBytes: number,
): Promise<readonly AnswerDifference[]> {
  const differences: AnswerDifference[] = [];
  const add = (kind: 'status' | 'content-type', mine: unknown, other: unknown): void => {
    if (mine !== other) {
      differences.push({ kind, path: '', here: String(mine), there: String(other) });
    }
  };
  add('status', here.response.status, there.response.status);
  add('content-type', typeOf(here), typeOf(there));
  const [mine, others] = [await plain(here, maxBytes), await plain(there, maxBytes)];
  const type = typeOf(here) ?? '';
  if (/[/+]xml$/.test(type) && /[/+]xml$/.test(typeOf(there) ?? '') && mine.length > 0 && others.length > 0) {
    const trees = [textOf(here, mine), textOf(there, others)].map((text) => parseTree(text));
    const [left, right] = trees;
    return left === undefined || right === undefined
      ? differences
      : [...differences, ...new DocumentComparison(rules).compare(left, right)];
  }
  return Buffer.compare(mine, others) === 0
    ? differences
    : [...differences, { kind: 'body', path: '', here: shown(mine), there: shown(others) }];
}

function typeOf(answer: AnswerWithBytes): string | undefined {
  return parseMediaType(header(answer, 'content-type'))?.type;
}

function header({ response }: AnswerWithBytes, name: string): string | undefined {
  return Object.entries(response.headers).find(([each]) => each.toLowerCase() === name)?.[1];
}

function plain(answer: AnswerWithBytes, maxBytes: number): Promise<Uint8Array> {
  return decompress(answer.bytes, header(answer, 'content-encoding') ?? '', maxBytes);
}

function textOf(answer: AnswerWithBytes, bytes: Uint8Array): string {
  const mediaType = parseMediaType(header(answer, 'content-type'));
  return mediaType === undefined ? '' : decodeXmlBody(bytes, mediaType, 'declared');
}

function shown(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
