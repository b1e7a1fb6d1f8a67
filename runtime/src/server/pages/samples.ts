import { writtenPath } from '../../http/paths.js';
import { splitAddress } from '../../http/urls.js';
import { LexicalError, XmlEncodeError } from '../../schema/index.js';
import { BoundedWriter, OutputFullError } from '../../xml/bounded-writer.js';
import { type XmlOutput, XmlWriteError } from '../../xml/index.js';
import { withDefaultNamespace } from '../answer-writer.js';
import type { Endpoint } from '../endpoint.js';
import type { ExchangeSample, SamplePlace } from '../sample.js';

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
      if (expectedErrors.some((kind) => error instanceof kind)) {
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

const expectedErrors = [TypeError, RangeError, LexicalError, XmlEncodeError, XmlWriteError] as const;

/** A document, or as much of it as is shown. */
export function written(endpoint: Endpoint, namespace: string | undefined, write: (output: XmlOutput) => void): string {
  return withDefaultNamespace(namespace ?? '', (byDefault) => writtenIn(endpoint, byDefault, write));
}

function writtenIn(endpoint: Endpoint, namespace: string, write: (output: XmlOutput) => void): string {
  const translation = endpoint.namespaces.write;
  const output = new BoundedWriter(maxCharacters, {
    indent: 2,
    ...(translation !== undefined && { namespaces: translation }),
    ...(namespace !== '' && { prefixes: new Map([[namespace, '']]) }),
  });
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
export function responseHead(contentType: string): readonly string[] {
  return ['HTTP/1.1 200 OK', `Content-Type: ${contentType}`, 'Content-Length: length'];
}

/** A message of a head and a body, which may be empty. */
export function join(head: readonly string[], body: string): string {
  return body === '' ? head.join('\n') : `${head.join('\n')}\n\n${body}`;
}
