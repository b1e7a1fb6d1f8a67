import { writtenPath } from '../../http/paths.js';
import { splitAddress } from '../../http/urls.js';
import type { ElementDescriptor } from '../../schema/descriptor/descriptor.js';
import { LexicalError, XmlEncodeError } from '../../schema/descriptor/errors.js';
import { expandedName } from '../../schema/descriptor/resolve.js';
import { elementPlan } from '../../schema/plan/plan.js';
import type { OperationDescriptor } from '../../service/descriptor.js';
import { versionOfNamespace } from '../../service/soap-version.js';
import { type XmlOutput, XmlWriteError } from '../../xml/index.js';
import { OutputFullError } from '../../xml/text/errors.js';
import type { TextCache } from '../base/text-cache.js';
import { withDefaultNamespace } from '../call/answer-writer.js';
import type { Endpoint } from '../routes/endpoint.js';
import { AnnotatedWriter, type SampleDeclarations } from './annotated-writer.js';

/** Where samples are sent. */
export interface SamplePlace {
  /** Public address of the endpoint. */
  readonly page: string;
  /** Values of the placeholders. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** Samples as they were shown before. */
  readonly texts: TextCache;
}

/** An operation of which samples are made. */
export interface SampledOperation {
  readonly endpoint: Endpoint;
  readonly operation: OperationDescriptor;
  readonly place: SamplePlace;
}

/** A request and what may answer it, with their heads, as text. */
export interface ExchangeSample {
  readonly request: string;
  readonly response: string;
  /** Answers with the declared faults. */
  readonly faults: readonly { readonly name: string; readonly response: string }[];
}

/** Characters of a message that are shown. */
const maxCharacters = 65_536;
/** Comment at the end of the visible part of a longer message. */
const cutRemark = ' The sample ends here, because the message is longer than a page can show. ';

/** A sample, or undefined when its types have no finite values. */
export function sampleOrNone(make: () => ExchangeSample): ExchangeSample | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoSampleError) {
      return undefined;
    }
    throw error;
  }
}

/** A page must not fail because there is no sample: nobody can make a value for every schema. */
class NoSampleError extends Error {
  override readonly name = 'NoSampleError';
}

/** Stands for a sample that cannot be made. */
const impossible = '\0';

/** A part of a sample, made once. Throws `NoSampleError` if its types have no finite values. */
export function kept(place: SamplePlace, owner: object, name: string, make: () => string): string {
  const text = place.texts.get(owner, name, [], () => {
    try {
      return make();
    } catch (error) {
      if (isSampleError(error)) {
        return impossible;
      }
      throw error;
    }
  });
  if (text === impossible) {
    throw new NoSampleError();
  }
  return text;
}

/** True for an error that says that no sample of a type can be made, or written. */
export function isSampleError(error: unknown): boolean {
  return expectedErrors.some((kind) => error instanceof kind);
}

const expectedErrors = [TypeError, RangeError, LexicalError, XmlEncodeError, XmlWriteError] as const;

/** Declarations of elements by their expanded names, with what is to be said of each. */
export function declared(elements: readonly ElementDescriptor[], note = ''): SampleDeclarations['elements'] {
  return new Map(
    elements.map((each) => [expandedName(each.namespace, each.name), { element: elementPlan(each), note }]),
  );
}

/** A document with its explanations, or as much of it as is shown. */
export function written(
  endpoint: Endpoint,
  namespace: string | undefined,
  declarations: SampleDeclarations,
  write: (output: XmlOutput) => void,
): string {
  return withDefaultNamespace(namespace ?? '', (byDefault) => {
    const first = writtenIn(endpoint, byDefault, declarations, write, {});
    const top = topDeclarations(first.namespaces, byDefault);
    return (Object.keys(top).length === 0 ? first : writtenIn(endpoint, byDefault, declarations, write, top)).text;
  });
}

/** Prefixes for the namespaces that several elements need: the root declares them, not each element again. */
function topDeclarations(namespaces: ReadonlyMap<string, number>, byDefault: string): Readonly<Record<string, string>> {
  const repeated = [...namespaces].filter(
    ([namespace, count]) =>
      count > 1 && namespace !== '' && namespace !== byDefault && versionOfNamespace(namespace) === undefined,
  );
  return Object.fromEntries(repeated.map(([namespace], index) => [`n${index + 1}`, namespace]));
}

function writtenIn(
  endpoint: Endpoint,
  namespace: string,
  declarations: SampleDeclarations,
  write: (output: XmlOutput) => void,
  top: Readonly<Record<string, string>>,
): { readonly text: string; readonly namespaces: ReadonlyMap<string, number> } {
  const translation = endpoint.namespaces.write;
  const options = {
    indent: 2,
    ...(translation !== undefined && { namespaces: translation }),
    ...(namespace !== '' && { prefixes: new Map([[namespace, '']]) }),
  };
  const output = new AnnotatedWriter(maxCharacters, options, declarations, top);
  return { text: finished(output, write), namespaces: output.namespaces };
}

function finished(output: AnnotatedWriter, write: (output: XmlOutput) => void): string {
  try {
    write(output);
    return output.toString();
  } catch (error) {
    if (error instanceof OutputFullError) {
      return output.cut(cutRemark);
    }
    throw error;
  }
}

/** The request line and the host. */
export function requestHead(method: string, page: string, below: string): readonly string[] {
  const { base, path } = splitAddress(page) ?? { base: '', path: page };
  return [`${method} ${writtenPath(path)}${below} HTTP/1.1`, `Host: ${base.replace(/^[^/]*\/\//, '')}`];
}

/** The head of an answer with a body. */
export function responseHead(contentType: string, status = '200 OK'): readonly string[] {
  return [`HTTP/1.1 ${status}`, `Content-Type: ${contentType}`, 'Content-Length: length'];
}

/** A message of a head and a body, which may be empty. */
export function join(head: readonly string[], body: string): string {
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${body}`;
}
