import { escapeFormText } from '../../http/form.js';
import { XmlEncodeError } from '../../schema/descriptor/errors.js';
import type { HttpParameterDescriptor } from '../../service/descriptor.js';
import { propertyOf } from '../../service/facts.js';

const part = /\(([^()]+)\)/g;

/**
 * Fills in the `(name)` parts of a location (WSDL 1.1, 4.6). Throws `XmlEncodeError` for values that would change the path:
 * readers of the address resolve `.` and `..`, many of them even next to an escaped `/` or `\`, and may ignore an empty
 * segment.
 */
export function replaceParts(
  operation: string,
  location: string,
  parameters: readonly HttpParameterDescriptor[],
  values: ReadonlyMap<string, string>,
): string {
  const mark = location.search(/[?#]/);
  const end = mark < 0 ? location.length : mark;
  const declared = new Set(parameters.map(({ name }) => name));
  // An empty list has no value at all.
  const fill = (text: string): string =>
    text.replace(part, (whole, name: string) => (declared.has(name) ? escapeFormText(values.get(name) ?? '') : whole));
  const segments = location
    .slice(0, end)
    .split('/')
    .map((segment) => {
      const filled = fill(segment);
      if (filled !== segment && changesPath(filled)) {
        throw pathError(operation, segment, filled, parameters);
      }
      return filled;
    });
  return segments.join('/') + fill(location.slice(end));
}

/** Would a reader see another number of segments than the location has? */
function changesPath(segment: string): boolean {
  const pieces = decoded(segment).split(/[/\\]/);
  return segment === '' || pieces.some((piece) => piece === '.' || piece === '..');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // The location has a `%` that begins no escape; values never do.
    return segment;
  }
}

function pathError(
  operation: string,
  segment: string,
  filled: string,
  parameters: readonly HttpParameterDescriptor[],
): XmlEncodeError {
  const names = [...segment.matchAll(part)].map(([, name]) => name);
  const parameter = parameters.find(({ name }) => names.includes(name));
  const what = filled === '' ? 'an empty value' : '"." or ".." between slashes';
  return new XmlEncodeError(
    'wrong-value',
    `${what} cannot be part of an address, because it would change the path`,
    operation,
    [parameter === undefined ? '' : propertyOf(parameter)],
  );
}
