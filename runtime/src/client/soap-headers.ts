import { didYouMean } from '#schema-platform';
import type { HeaderDescriptor, OperationDescriptor } from '../service/descriptor.js';
import { everyFacts } from '../service/port-facts.js';
import type { SoapHeaderBlock } from '../soap/envelope.js';
import { blockOf } from '../soap/header-block.js';
import type { SoapHeaders, SoapHeadersOption } from './options.js';

/** The operations among whose declared headers a property has to be, and how errors call them. */
export interface HeaderOwner {
  readonly name: string;
  readonly operations: readonly OperationDescriptor[];
}

/** The header blocks that an option gives for one attempt: functions are called for each. Throws `TypeError` for a property that `owner` does not declare. */
export async function givenBlocks(
  option: SoapHeadersOption | undefined,
  declared: readonly HeaderDescriptor[],
  owner: HeaderOwner | undefined,
): Promise<readonly SoapHeaderBlock[]> {
  const headers = typeof option === 'function' ? await option() : option;
  if (headers === undefined || isList(headers)) {
    return headers ?? [];
  }
  requireDeclared(headers, owner);
  return Object.entries(headers).flatMap(([property, value]) => {
    if (property === '$any') {
      return (headers.$any ?? []).map(blockOf);
    }
    const header = declared.find((candidate) => candidate.property === property);
    // Headers of a client are for all operations; each operation sends those that it declares.
    return header === undefined || value === undefined ? [] : [{ ...header, value }];
  });
}

/** The blocks of a client that a call does not replace by others of the same name, and those of the call. */
export function mergeBlocks(
  own: readonly SoapHeaderBlock[],
  given: readonly SoapHeaderBlock[],
  namespaces: ReadonlyMap<string, string> | undefined,
): readonly SoapHeaderBlock[] {
  const nameOf = (block: SoapHeaderBlock): string => {
    const { namespace, name } = 'tree' in block ? block.tree : block.element;
    return `${namespaces?.get(namespace) ?? namespace} ${name}`;
  };
  const names = given.map(nameOf);
  return [...own.filter((block) => !names.includes(nameOf(block))), ...given];
}

/** Throws `TypeError` for headers by property of which one is not declared by any of the operations. */
export function requireDeclared(headers: SoapHeaders, { name, operations }: HeaderOwner = nobody): void {
  if (operations.length === 0 || isList(headers)) {
    return;
  }
  const known = operations.flatMap(({ soap11, soap12 }) =>
    [soap11, soap12].flatMap(everyFacts).flatMap(({ inputHeaders = [] }) => inputHeaders.map((each) => each.property)),
  );
  const unknown = Object.keys(headers).find((property) => property !== '$any' && !known.includes(property));
  if (unknown !== undefined) {
    throw new TypeError(`${name} declares no SOAP header "${unknown}"${didYouMean(unknown, known)}`);
  }
}

const nobody: HeaderOwner = { name: '', operations: [] };

function isList(headers: SoapHeaders): headers is readonly SoapHeaderBlock[] {
  return Array.isArray(headers);
}
