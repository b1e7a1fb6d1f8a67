import type { Result } from '../diagnostics/diagnostic.js';
import { spanAt } from '../source/document.js';
import type { DefinitionsSet } from '../wsdl/components.js';
import type { SchemaSet } from '../xsd/components.js';
import { withEncodedAccessors } from './encoded-accessors.js';
import { checkInvariants } from './invariants.js';
import { type Contract, contractFormatVersion } from './model.js';
import { withNullParts } from './null-references.js';
import { openPlaceholders } from './placeholders.js';
import { type ContractPositions, positionKey } from './positions.js';
import { type BuiltService, buildServices, serviceKey } from './services/build.js';
import { buildTypes, type MessageNames } from './types/build.js';
import { typeDataSets } from './types/data-sets.js';

/** A contract, and the places in the inputs that its parts came from. */
export interface BuiltContract {
  readonly contract: Contract;
  readonly positions: ContractPositions;
}

/**
 * Builds the contract of a run from its schema components and WSDL components. Parts that cannot be resolved are reported,
 * and left out together with everything that depends on them.
 */
export function buildContract(schemas: SchemaSet, definitions: DefinitionsSet): Result<BuiltContract> {
  const [built, schemaFindings] = buildTypes(schemas, messageNames(definitions));
  const { types, elements, attributes, positions } = typeDataSets(built, schemas);
  const [offered, serviceFindings] = buildServices(definitions, { types, elements, attributes });
  const parts = { types, elements, attributes, services: offered.map(({ service }) => service) };
  const declared = { formatVersion: contractFormatVersion, placeholders: openPlaceholders(parts), ...parts } as const;
  const contract = withNullParts(withEncodedAccessors(declared));
  checkInvariants(contract);
  return [
    { contract, positions: new Map([...positions, ...servicePositions(offered)]) },
    [...schemaFindings, ...serviceFindings],
  ];
}

function messageNames({ messages }: DefinitionsSet): MessageNames {
  const parts = [...messages.values()].flatMap((message) => message.parts);
  return {
    types: new Set(parts.flatMap(({ type }) => type ?? [])),
    elements: new Set(parts.flatMap(({ element }) => element ?? [])),
  };
}

function servicePositions(services: readonly BuiltService[]): ContractPositions {
  const positions = new Map<string, ReturnType<typeof spanAt>>();
  for (const { service, position, operations, ports } of services) {
    const key = serviceKey(service);
    positions.set(positionKey('service', key), spanAt(position));
    for (const port of ports) {
      positions.set(positionKey('port', `${key}/${port.name}`), spanAt(port.position));
    }
    for (const { operation, offers } of operations) {
      const name = `${key}/${operation.overload ?? operation.name}`;
      const first = offers[0];
      if (first) {
        positions.set(positionKey('operation', name), spanAt(first.position));
      }
    }
  }
  return positions;
}
