/** A type that a method of a skeleton mentions. */
export interface SkeletonImport {
  /** As exported. */
  readonly name: string;
  /** Module specifier; by default that of the service's interface. */
  readonly from?: string;
  /** Its name in `inputType` and `resultType`; by default its own name. */
  readonly as?: string;
}

/** One method of a service's interface. */
export interface SkeletonMethod {
  readonly name: string;
  /** Type of the input as TypeScript; absent if there is none, and the first parameter is `undefined`. */
  readonly inputType?: string;
  /** Type of the result, without the promise around it. */
  readonly resultType: string;
  /** Lines of documentation. */
  readonly documentation?: readonly string[];
  /** The names in `inputType` and `resultType`. */
  readonly typeImports: readonly SkeletonImport[];
}

/** The type that the user implements: a service's interface, and the module that exports it. */
export interface SkeletonService {
  /** Name of the class in a new file; in an existing one, the user may have renamed it. */
  readonly className: string;
  /** The generated interface; classes are found by `implements` it. */
  readonly interfaceName: string;
  /** The generated function that joins service and implementation. */
  readonly factoryName: string;
  /** Module specifier that exports the interface and its types. */
  readonly importFrom: string;
  readonly documentation?: readonly string[];
  readonly methods: readonly SkeletonMethod[];
  /** Names of the methods that the interface has had, as far as they are known. */
  readonly knownOperations: readonly string[];
}

/** Module that exports `SoapFault` and `ServiceContext`. */
export const runtimeSpecifier = '@wsdl-codegen/runtime';
