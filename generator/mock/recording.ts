import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { BindingKind, WireRequest, WireResponse } from '@wsdl-codegen/runtime';
import { connectionFields } from '@wsdl-codegen/runtime/http';
import { valuesToJson } from '@wsdl-codegen/runtime/json';
import { textOfBody } from '../calls/http-text.js';
import { type Diagnostic, diagnostic, type Result } from '../diagnostics/diagnostic.js';
import { disk } from '../output/disk.js';
import type { ContractCall } from './contract-check.js';
import { headerOf } from './message-text.js';
import { maskedJson, maskedPackage, maskedText, maskedUrl } from './secrets.js';

/** A request to a live service and its answer, without credentials. */
export interface Recording {
  /** Names on the wire. */
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingKind;
  /** The request in its JSON form: what `--replay` compares. */
  readonly values: unknown;
  readonly request: RecordedMessage & { readonly method: string; readonly path: string };
  readonly answer: RecordedMessage & { readonly status: number };
}

/** Headers that matter, and a body: as text, or as base64 where it is not text. */
interface RecordedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly base64?: string;
}

/** A recording in its file. */
export interface StoredRecording {
  /** Name in the folder. */
  readonly file: string;
  readonly recording: Recording;
}

/** Headers that change the meaning of a message. */
const recordedHeaders: readonly string[] = ['content-type', 'soapaction', 'retry-after', 'location'];

/** The recording of an exchange. */
export function recordingOf(call: ContractCall, request: WireRequest, answer: WireResponse): Recording {
  const { service, operation, binding, input } = call;
  return {
    service: service.name,
    operation: operation.name,
    binding,
    values: maskedJson(valuesToJson(operation, input)),
    request: { method: request.method, path: maskedUrl(request.url), ...recordedMessage(request) },
    answer: { status: answer.status, ...recordedMessage(answer) },
  };
}

function recordedMessage({ headers, body }: Pick<WireResponse, 'headers' | 'body'> | WireRequest): RecordedMessage {
  const kept = recordedHeaders.flatMap((name) => {
    const value = headerOf(headers, name);
    return value === '' ? [] : [[name, value] as const];
  });
  const type = headerOf(headers, 'content-type');
  if (body.length === 0) {
    return { headers: Object.fromEntries(kept) };
  }
  if (/multipart|octet-stream|image|pdf|zip/i.test(type)) {
    // One character for each octet, so that only what is masked changes.
    const text = maskedPackage(Buffer.from(body as Uint8Array).toString('latin1'));
    return { headers: Object.fromEntries(kept), base64: Buffer.from(text, 'latin1').toString('base64') };
  }
  // The text is in UTF-8 now, and its line ends are those that a reader of XML makes of them.
  const text = textOfBody(body, type)
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .replace(/^(<\?xml[^>]*?encoding=)(["'])[^"']*\2/, '$1$2utf-8$2');
  const withCharset = kept.map(([name, value]) => [
    name,
    name === 'content-type' ? value.replace(/charset\s*=\s*"?[\w-]+"?/i, 'charset=utf-8') : value,
  ]);
  return { headers: Object.fromEntries(withCharset), body: maskedText(text) };
}

/** The answer of a recording. Where it ends, and who may read it, is said by the server that sends it. */
export function answerOf({ answer: { status, headers, body, base64 } }: Recording): WireResponse {
  const isOfConnection = connectionFields('');
  const kept = Object.entries(headers).filter(
    ([name]) => !isOfConnection(name) && !/^(?:content-encoding$|access-control-)/i.test(name),
  );
  return {
    status,
    headers: Object.fromEntries(kept),
    body: base64 === undefined ? (body ?? '') : Buffer.from(base64, 'base64'),
  };
}

/** Characters of a file name that come from the contract: file systems allow 255 octets for all of it. */
const maxStem = 200;

/** A folder that exchanges are kept in: a file in YAML for each. */
export class RecordingFolder {
  readonly #folder: string;
  /** The last recording of each request. */
  readonly #last = new Map<string, { readonly hash: string; readonly file: string }>();
  readonly #files = new Set<string>();
  /** The number that comes next, by the beginnings of names. */
  readonly #numbers = new Map<string, number>();

  /** @param stored The recordings that are there already. */
  constructor(folder: string, stored: readonly StoredRecording[]) {
    this.#folder = folder;
    for (const each of stored) {
      this.#remember(each);
    }
  }

  /**
   * Keeps an exchange, and returns the name of its file: that of the operation and the binding, and a number. An exchange that is the same as the last one
   * with these values is not written again.
   */
  async add(recording: Recording): Promise<string> {
    const same = this.#last.get(requestKey(recording));
    if (same?.hash === hashOf(recording)) {
      return same.file;
    }
    const file = this.#freeName(recording);
    this.#remember({ file, recording });
    const { stringify } = await import('yaml');
    disk.makeFolder(this.#folder);
    disk.write(join(this.#folder, file), stringify(recording, { lineWidth: 0, blockQuote: 'literal' }));
    return file;
  }

  #freeName({ service, operation, binding }: Recording): string {
    const stem = `${service}.${operation}`.slice(0, maxStem).replace(/[^\w.-]/g, '_');
    const named = `${stem}.${binding}`;
    let number = this.#numbers.get(named) ?? 1;
    while (this.#files.has(fileName(named, number).toLowerCase())) {
      number++;
    }
    this.#numbers.set(named, number);
    return fileName(named, number);
  }

  #remember({ file, recording }: StoredRecording): void {
    this.#last.set(requestKey(recording), { hash: hashOf(recording), file });
    this.#files.add(file.toLowerCase());
  }
}

function fileName(stem: string, number: number): string {
  return `${stem}.${String(number).padStart(3, '0')}.yaml`;
}

/** Stands for a request: the same for the same values of one operation over one binding. */
function requestKey({ service, operation, binding, values }: Recording): string {
  return hashOf([service, operation, binding, values]);
}

/** A short text in the place of a value that may be large. */
function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64');
}

/** Bytes of one recording. */
const maxFileBytes = 128 * 1024 * 1024;

/** The recordings in a folder, sorted by name. Files that are none are reported. */
export async function readRecordings(folder: string, display: string): Promise<Result<readonly StoredRecording[]>> {
  const { parse } = await import('yaml');
  const stored: StoredRecording[] = [];
  const problems: Diagnostic[] = [];
  for (const file of disk.list(folder).filter((name) => name.endsWith('.yaml'))) {
    try {
      const path = join(folder, file);
      if ((disk.entry(path)?.size ?? 0) > maxFileBytes) {
        throw new TypeError(`it has more than ${maxFileBytes} bytes`);
      }
      stored.push({ file, recording: recordingFrom(parse(disk.read(path) ?? '')) });
    } catch (error) {
      const [reason = ''] = (error as Error).message.split('\n');
      problems.push(
        diagnostic('mock/unreadable-recording', { file: `${display}/${file}`, reason: reason.replace(/[:.]$/, '') }),
      );
    }
  }
  return [stored, problems];
}

const bindings: readonly unknown[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** Throws `TypeError` for something else. */
function recordingFrom(value: unknown): Recording {
  const { service, operation, binding, answer } = (value ?? {}) as Partial<Recording>;
  const isComplete = typeof service === 'string' && typeof operation === 'string' && bindings.includes(binding);
  if (!isComplete || answer === undefined || answer === null) {
    throw new TypeError('it has no service, operation, binding or answer');
  }
  requireAnswer(answer);
  return value as Recording;
}

const fieldName = /^[!#$%&'*+.^_`|~\w-]+$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

function requireAnswer({ status, headers, body = '', base64 = '' }: Recording['answer']): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError('the status of its answer is not a number from 200 to 599');
  }
  const isField = ([name, value]: readonly [string, unknown]): boolean =>
    fieldName.test(name) && typeof value === 'string' && fieldValue.test(value);
  if (typeof headers !== 'object' || headers === null || !Object.entries(headers).every(isField)) {
    throw new TypeError('its answer has headers that HTTP cannot send');
  }
  if (typeof body !== 'string' || typeof base64 !== 'string') {
    throw new TypeError('the body of its answer is not a text');
  }
}
