import { formatForm } from '../../http/form.js';
import { comparablePath, writtenPath } from '../../http/paths.js';
import type { SimpleType } from '../../schema/descriptor/descriptor.js';
import { resolve } from '../../schema/descriptor/resolve.js';
import { formatSimple } from '../../schema/document/document.js';
import { encodeElement } from '../../schema/encode/encode.js';
import { compactSample } from '../../schema/sample/sample.js';
import { verbOfKind } from '../../service/binding-kinds.js';
import type { HttpBindingDescriptor, HttpBindingKind } from '../../service/descriptor.js';
import { formMapping } from '../../service/facts.js';
import type { Endpoint } from '../routes/endpoint.js';
import type { ExchangeSample, SamplePlace } from './sample.js';
import { declaredBy, join, kept, requestHead, responseHead, sampleOrNone, written } from './samples.js';

/** Characters of a field of a form that are shown. */
const maxField = 4096;

/** Sample messages of an operation over GET or POST; undefined if its types have no finite values. */
export function httpSample(
  endpoint: Endpoint,
  kind: HttpBindingKind,
  binding: HttpBindingDescriptor,
  place: SamplePlace,
): ExchangeSample | undefined {
  return sampleOrNone(() => exchange(endpoint, kind, binding, place));
}

function exchange(
  endpoint: Endpoint,
  kind: HttpBindingKind,
  binding: HttpBindingDescriptor,
  place: SamplePlace,
): ExchangeSample {
  const fields = kept(place, binding, `fields ${endpoint.path}`, () =>
    formatForm(binding.parameters.map(({ name, type }) => [name, formSample(resolve(type))])),
  );
  const below = writtenPath(comparablePath(binding.location.replace(/^\/?/, '/')));
  const request =
    verbOfKind(kind) === 'GET'
      ? join(requestHead('GET', place.page, `${below}${fields === '' ? '' : `?${fields}`}`), '')
      : join(
          [
            ...requestHead('POST', place.page, below),
            'Content-Type: application/x-www-form-urlencoded',
            'Content-Length: length',
          ],
          fields,
        );
  const { output, outputDocument } = binding;
  const outputContentType = outputDocument ? 'text/xml; charset=utf-8' : binding.outputContentType;
  if (output === undefined) {
    const type = outputContentType === undefined ? [] : [`Content-Type: ${outputContentType}`];
    return { request, response: join(['HTTP/1.1 200 OK', ...type], ''), faults: [] };
  }
  const text = kept(place, binding, `response ${endpoint.path}`, () =>
    written(endpoint, output.namespace, declaredBy(output), (writer) => {
      writer.declaration();
      encodeElement(output, compactSample(output), writer);
    }),
  );
  return { request, response: join(responseHead('text/xml; charset=utf-8'), text), faults: [] };
}

/** A value as a query or form carries it. */
function formSample(type: SimpleType): string {
  const value = compactSample(type);
  const text = formMapping(type)?.format(value) ?? formatSimple(type, value);
  return text.length > maxField ? `${text.slice(0, maxField)}…` : text;
}
