import type { ServiceDescriptor } from '../../service/descriptor.js';
import { everyFacts } from '../../service/facts.js';
import type { SoapHeaderBlock } from '../../soap/envelope.js';
import { blocksOf, type OtherHeaderBlocks, undeclaredHeader } from '../../soap/header-block.js';
import type { SoapRoute } from '../routes/soap-routes.js';

/** Headers that a handler has set: values of declared ones by property, and other blocks. */
type AnswerHeaders = Readonly<Record<string, unknown>> & OtherHeaderBlocks;

const noBlocks: readonly SoapHeaderBlock[] = [];

/** The header blocks of an answer. Throws `TypeError` for a property that no operation of the service declares. */
export function answerBlocks(
  { service, operation, binding }: SoapRoute,
  headers: AnswerHeaders,
): readonly SoapHeaderBlock[] {
  const properties = Object.keys(headers);
  if (properties.length === 0) {
    return noBlocks;
  }
  const declared = binding.outputHeaders ?? [];
  const isDeclared = (name: string): boolean => declared.some(({ property }) => property === name);
  const unknown = properties.find((property) => property !== '$any' && !isDeclared(property));
  if (unknown !== undefined) {
    requireDeclared(service, operation.name, unknown);
  }
  const values = declared.filter(({ property }) => Object.hasOwn(headers, property) && headers[property] !== undefined);
  return [...values.map((header) => ({ ...header, value: headers[header.property] })), ...undeclaredBlocks(headers)];
}

/** The blocks of an answer or a fault that the operation does not declare. */
export function undeclaredBlocks({ $any }: OtherHeaderBlocks): readonly SoapHeaderBlock[] {
  return $any === undefined ? noBlocks : blocksOf($any, 'responseSoapHeaders', ['$any']);
}

/** A header that another operation declares is left out: interceptors set headers for all. */
function requireDeclared(service: ServiceDescriptor, operation: string, property: string): void {
  const known = Object.values(service.operations).flatMap(({ soap11, soap12 }) =>
    [soap11, soap12]
      .flatMap(everyFacts)
      .flatMap(({ outputHeaders = [] }) => outputHeaders.map((each) => each.property)),
  );
  if (!known.includes(property)) {
    const problem = `${service.name}.${operation} declares no SOAP header "${property}" of answers`;
    throw undeclaredHeader(problem, property, known);
  }
}
