import type { BindingKind, Operation, Service } from '../../contract/model.js';
import type { TypeExpression, ValueExpression } from '../expressions/expression.js';
import type { ExportNames } from '../names/export-names.js';
import type { NamespaceModule } from '../names/modules.js';
import type { ConstantDeclaration, SchemaPart } from '../names/schema-parts.js';
import type { ServiceNames } from '../names/service-names.js';
import type { TypeDeclaration } from '../types/declarations.js';
import type { BoundDemands } from './security-facts.js';

/** A package, bound: every name, type and descriptor of it, with nothing left to decide but the text. */
export interface BoundPackage {
  readonly packageName: string;
  /** Sorted by namespace. */
  readonly modules: readonly BoundModule[];
  /** What documents may have as their root, sorted by expanded name, elements before types. */
  readonly roots: readonly BoundRoot[];
  /** Prefixes for documents and their namespaces, sorted. */
  readonly prefixes: readonly (readonly [string, string])[];
  /** Names in the index other than those of types, roots and services. */
  readonly exports: ExportNames;
  /** Named types by expanded name, sorted. */
  readonly types: readonly { readonly name: string; readonly value: ValueExpression }[];
  /** Global attributes by expanded name, sorted. */
  readonly attributes: readonly { readonly name: string; readonly value: ValueExpression }[];
  readonly services: readonly BoundService[];
  /** Names of placeholders that are open in namespaces. */
  readonly placeholders: readonly string[];
}

/** A root of documents. */
export interface BoundRoot {
  readonly kind: 'element' | 'type';
  /** Expanded name. */
  readonly name: string;
  /** Name in the index, of its value and of the type beside it. */
  readonly exportName: string;
  /** The descriptor. */
  readonly value: ValueExpression;
  /** Type of what it reads and writes. */
  readonly valueType: TypeExpression;
  /** The type beside it. */
  readonly type: TypeExpression;
  readonly documentation: readonly string[];
}

/** The declarations in the two modules of one namespace, sorted by name. */
export interface BoundModule {
  readonly module: NamespaceModule;
  readonly types: readonly TypeDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
  /** The constants by file: all in the schema module, or in parts that it exports. */
  readonly parts: readonly SchemaPart[];
}

/** A service with the names of all that is generated for it. */
export interface BoundService {
  readonly service: Service;
  readonly names: ServiceNames;
  /** Types that exist only for this service: parameters of rpc operations. */
  readonly types: readonly TypeDeclaration[];
  readonly methods: readonly BoundMethod[];
  /** Bindings that its ports offer, in the order soap11, soap12, httpGet, httpPost; without those that cannot carry what its WS-Policy demands. */
  readonly bindings: readonly BindingKind[];
  /** What its WS-Policy demands of messages. */
  readonly demands: BoundDemands;
  /** True if an address begins with a placeholder, so that clients must say where the service is. */
  readonly needsBaseUrl: boolean;
  /** True if the port that clients call when they name none has no address. */
  readonly needsAddress: boolean;
  /** Names of placeholders that are open in namespaces of this service, sorted. */
  readonly placeholders: readonly string[];
  /** The service as data. */
  readonly descriptor: ValueExpression;
}

/**
 * A part of the runtime's client that few messages need: several parts (binary values, attachments), SOAP encoding, rpc style, declared faults, WS-Addressing.
 */
export type OperationPart = 'encoded' | 'rpc' | 'faults' | 'addressing';

/** An operation as a method. */
export interface BoundMethod {
  readonly operation: Operation;
  readonly name: string;
  readonly input: TypeExpression;
  /** True if the method can be called without an argument. */
  readonly inputOptional: boolean;
  readonly output: TypeExpression;
  /** Union of the declared faults; absent if none has a detail. */
  readonly faults?: TypeExpression;
  /** Declared SOAP headers as an object; absent if there are none. */
  readonly inputHeaders?: TypeExpression;
  readonly outputHeaders?: TypeExpression;
  /** The types that have the same members as those, and a name. */
  readonly inputHeadersType?: TypeExpression;
  readonly outputHeadersType?: TypeExpression;
  /** An example of an argument; absent if the method takes none. */
  readonly sample?: ValueExpression;
  /** Parts of the runtime's client that its messages need. */
  readonly parts: readonly OperationPart[];
  readonly documentation: readonly string[];
  /** Sentences about what the contract says: bindings, actions, declared faults. */
  readonly facts: readonly string[];
}
