/**
 * The intermediate model: what a service offers, free of WSDL's and XML Schema's syntax and of anything TypeScript.
 *
 * Plain, readonly, JSON-serialisable data. A reference is a key, never an object, so the model has no cycles. Types, elements
 * and attributes are separate symbol spaces (XML Schema Part 1, 2.5). Source positions are kept outside the model
 * (`ContractPositions`), so that moving a comment in an input changes nothing here.
 *
 * Namespaces and addresses may contain placeholders such as `{api_namespace}`; they are ordinary text to the model.
 */

import type { PolicyAlternatives } from '../wsdl/policy-model.js';

/** Version of this model's JSON form; it changes when a reader of the old form could misread the new one. */
export const contractFormatVersion = 1;

/**
 * An expanded name as a string, `{namespace}local`; a name in no namespace is `{}local`. Built-in types of XML Schema
 * are `{http://www.w3.org/2001/XMLSchema}int` and so on.
 */
export type ExpandedName = string;

/**
 * Key of a type definition: the expanded name of a named type, or for an anonymous type the path of its owner, such as
 * `{ns}Order#element/item#element` (see `anonymousTypeKey`).
 */
export type TypeKey = string;

/** The whole contract. Every array is sorted by key or name (code units) unless its order means something. */
export interface Contract {
  readonly formatVersion: typeof contractFormatVersion;
  /** Names of the placeholders that are still open, sorted. */
  readonly placeholders: readonly string[];
  /** Every type definition that is not built in, named and anonymous, sorted by key. */
  readonly types: readonly TypeDefinition[];
  /** Global element declarations, sorted by name. */
  readonly elements: readonly ElementDeclaration[];
  /** Global attribute declarations, sorted by name. */
  readonly attributes: readonly AttributeDeclaration[];
  /** Services, sorted by namespace and name. */
  readonly services: readonly Service[];
  /** What documents may have as their root; every element if absent. */
  readonly roots?: Roots;
  /** Prefixes that schemas declare, by namespace: short names of it that people use. Absent for services. */
  readonly prefixes?: Readonly<Record<string, string>>;
  /** Versions that schemas give themselves, by the namespaces of roots. Absent for services. */
  readonly versions?: Readonly<Record<string, string>>;
}

/** The roots of documents, of which a contract holds what they can contain. */
export interface Roots {
  /** Global elements, sorted. */
  readonly elements: readonly ExpandedName[];
  /** Complex types whose documents may have a root of any name, sorted. */
  readonly types: readonly TypeKey[];
}

/** A value, and its documentation. */
export interface Documented {
  /** Text of `xs:documentation` or `wsdl:documentation`, white space trimmed and common indentation removed. */
  readonly documentation?: string;
}

// ---------------------------------------------------------------------------------------------------------------
// Types (XML Schema Part 1, 3.4 and 3.14)

/** A complex or simple type; `kind` says which. */
export type TypeDefinition = ComplexTypeDefinition | SimpleTypeDefinition;

/** The owner of an anonymous type: the chain of declarations from a global component down to the type. */
export interface AnonymousScope {
  /** Key of the type, or name of the global component, that lexically contains the declaration. */
  readonly path: readonly ScopeStep[];
}

/** One step of the path to an anonymous type. */
export interface ScopeStep {
  readonly kind: 'type' | 'element' | 'attribute' | 'group' | 'attributeGroup' | 'item' | 'member' | 'base' | 'content';
  /** Expanded name for global components, local name for local ones; empty for item, member, base and content. */
  readonly name: string;
}

interface TypeCommon extends Documented {
  readonly key: TypeKey;
  /** Absent for an anonymous type. */
  readonly name?: ExpandedName;
  /** Present for an anonymous type. */
  readonly scope?: AnonymousScope;
  /** Derivations that are forbidden (`final`). */
  readonly final: readonly Derivation[];
}

/** A method of derivation, as `block` and `final` name them. */
export type Derivation = 'extension' | 'restriction' | 'list' | 'union' | 'substitution';

/** A complex type (Part 1, 3.4). */
export interface ComplexTypeDefinition extends TypeCommon {
  readonly kind: 'complexType';
  readonly abstract: boolean;
  /** Derivations that may not stand in for this type in an instance (`block`, defaults applied). */
  readonly block: readonly Derivation[];
  /** Absent when the base is `xs:anyType`. A complex or (for simple content) a simple type. */
  readonly base?: TypeKey;
  readonly derivation: 'extension' | 'restriction';
  readonly content: Content;
  /** Elements that may occur in addition to the content, including those of the base (XML Schema 1.1). */
  readonly openContent?: OpenContent;
  /** Attribute uses that this type adds to its base (extension), or its complete list (restriction), sorted by name. */
  readonly attributes: readonly AttributeUse[];
  /** The complete, effective attribute wildcard (base included), if any. */
  readonly anyAttribute?: Wildcard;
  /** SOAP 1.1 section 5 array, from `wsdl:arrayType` or a restriction of `soapenc:Array`. */
  readonly soapArray?: SoapArray;
}

/**
 * Content type (Part 1, 3.4.2). `elementOnly` and `mixed` carry for an extension the particle that is added after the base's
 * content (none when nothing is added), for a restriction the complete particle; `effectiveContent` in `queries.ts` returns
 * the content with that of the bases.
 */
export type Content =
  | { readonly kind: 'empty' }
  | { readonly kind: 'simple' /** Effective simple type of the text. */; readonly type: TypeKey }
  | { readonly kind: 'elementOnly'; readonly particle?: Particle }
  | { readonly kind: 'mixed'; readonly particle?: Particle };

/** Open content (XML Schema 1.1, Part 1, 3.4.1): anywhere between the elements of the content, or after them. */
export interface OpenContent {
  readonly mode: 'interleave' | 'suffix';
  readonly wildcard: Wildcard;
}

/** A particle (Part 1, 3.9). Group references are already replaced by the groups they name. */
export type Particle = ElementParticle | GroupParticle | WildcardParticle;

interface Occurs {
  readonly minOccurs: number;
  /** `null` is `unbounded`. */
  readonly maxOccurs: number | null;
}

/** A model group with its occurrence (Part 1, 3.8 and 3.9). */
export interface GroupParticle extends Occurs {
  readonly kind: 'sequence' | 'choice' | 'all';
  readonly particles: readonly Particle[];
  /** Name of the model group definition that this group came from, if it was a reference. */
  readonly group?: ExpandedName;
}

/** A wildcard among elements, with its occurrence (Part 1, 3.9 and 3.10). */
export interface WildcardParticle extends Occurs, Wildcard {
  readonly kind: 'any';
}

/** A wildcard (Part 1, 3.10). */
export interface Wildcard {
  readonly namespaces: NamespaceConstraint;
  readonly processContents: 'strict' | 'lax' | 'skip';
  /** Names that it excludes, sorted (XML Schema 1.1, `notQName`). */
  readonly notNames?: readonly ExpandedName[];
}

/** `##any`; anything but these (`##other`, 1.1's `notNamespace`); or only these. The absent namespace is `''`. */
export type NamespaceConstraint =
  | { readonly kind: 'any' }
  | { readonly kind: 'not'; readonly namespaces: readonly string[] }
  | { readonly kind: 'enumeration'; readonly namespaces: readonly string[] };

/** A local element declaration, or a reference to a global one, with its occurrence. */
export interface ElementParticle extends Occurs, Documented {
  readonly kind: 'element';
  readonly name: string;
  /** Namespace in an instance: form and the form defaults are already applied. `''` means none. */
  readonly namespace: string;
  /**
   * True if it refers to a global element declaration `{namespace}name`; then members of its substitution group may replace
   * it.
   */
  readonly ref: boolean;
  readonly type: TypeKey;
  /**
   * Types that other attributes select, of which the first whose test is true applies; absent if there are none (XML Schema
   * 1.1).
   */
  readonly alternatives?: readonly TypeAlternative[];
  readonly nillable: boolean;
  readonly value?: ValueConstraint;
  readonly block: readonly Derivation[];
  readonly identityConstraints: readonly IdentityConstraint[];
  /** A text of nothing but white space is written with `xml:space="preserve"`: a column of .NET's DataSets. */
  readonly space?: 'preserve';
}

/** A type alternative (XML Schema 1.1, Part 1, 3.12): the type of an element whose attributes fulfil the test. */
export interface TypeAlternative {
  /** Absent for the default, which is the last. */
  readonly test?: TestExpression;
  readonly type: TypeKey;
}

/** A general comparison of XPath. */
export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** The XPath of a type alternative (Part 1, 3.12.6). A test that cannot be evaluated is false. */
export type TestExpression =
  | { readonly kind: 'or' | 'and'; readonly operands: readonly TestExpression[] }
  | { readonly kind: 'not'; readonly operand: TestExpression }
  | { readonly kind: 'constant'; readonly value: boolean }
  /** Whether there is a value. */
  | { readonly kind: 'exists'; readonly operand: TestOperand }
  /** The effective boolean value. */
  | { readonly kind: 'holds'; readonly operand: TestOperand }
  | {
      readonly kind: 'compare';
      readonly operator: Comparator;
      /** True for `eq` and its like, which compare single values. */
      readonly single: boolean;
      readonly left: TestOperand;
      readonly right: TestOperand;
    };

/** An operand in the XPath of a type alternative (Part 1, 3.12.6). */
export type TestOperand =
  /** Each of the two may be `*`. */
  | { readonly kind: 'attribute'; readonly namespace: string; readonly name: string }
  | { readonly kind: 'string'; readonly value: string }
  /** In lexical form. */
  | { readonly kind: 'number'; readonly value: string }
  /** Number of characters. */
  | { readonly kind: 'length'; readonly operand: TestOperand }
  /** A value as one of a built-in type; with `optional`, an absent value stays absent. */
  | {
      readonly kind: 'cast';
      readonly type: TypeKey;
      readonly operand: TestOperand;
      readonly optional: boolean;
    };

/** `default` or `fixed`, in lexical form. */
export interface ValueConstraint {
  readonly kind: 'default' | 'fixed';
  readonly value: string;
}

/** A global element declaration (Part 1, 3.3). */
export interface ElementDeclaration extends Documented {
  readonly name: ExpandedName;
  readonly type: TypeKey;
  /** As in `ElementParticle`. */
  readonly alternatives?: readonly TypeAlternative[];
  readonly nillable: boolean;
  readonly abstract: boolean;
  readonly value?: ValueConstraint;
  readonly block: readonly Derivation[];
  readonly final: readonly Derivation[];
  /** Head of the substitution group it belongs to. */
  readonly substitutionGroup?: ExpandedName;
  /** Heads of further substitution groups (XML Schema 1.1). */
  readonly otherSubstitutionGroups?: readonly ExpandedName[];
  readonly identityConstraints: readonly IdentityConstraint[];
}

/** `xs:key`, `xs:unique` or `xs:keyref` (Part 1, 3.11). Names in the paths are expanded: `{ns}local`, `*`, `{ns}*`. */
export interface IdentityConstraint {
  readonly kind: 'key' | 'unique' | 'keyref';
  readonly name: ExpandedName;
  readonly selector: readonly XPathAlternative[];
  readonly fields: readonly (readonly XPathAlternative[])[];
  /** The key or unique constraint that a keyref refers to. */
  readonly refer?: ExpandedName;
}

/** One alternative of a restricted XPath of Part 1, 3.11.6. */
export interface XPathAlternative {
  /** True for a leading `.//`. */
  readonly anyDepth: boolean;
  /** Child steps as `{ns}local`, `{ns}*` or `*`; empty is `.`. */
  readonly steps: readonly string[];
  /** The attribute of a field that ends in one: `{ns}local`, `{ns}*` or `*`. */
  readonly attribute?: string;
}

/** A global attribute declaration (Part 1, 3.2). */
export interface AttributeDeclaration extends Documented {
  readonly name: ExpandedName;
  readonly type: TypeKey;
  readonly value?: ValueConstraint;
}

/** An attribute use (Part 1, 3.5). Groups are expanded; `prohibited` uses occur only in restrictions. */
export interface AttributeUse extends Documented {
  readonly name: string;
  /** Namespace in an instance; `''` means none. */
  readonly namespace: string;
  readonly use: 'required' | 'optional' | 'prohibited';
  readonly type: TypeKey;
  readonly value?: ValueConstraint;
  /** True if it is used for type alternatives of the elements inside, too (XML Schema 1.1). */
  readonly inheritable?: boolean;
}

/** A simple type (Part 1, 3.14). */
export interface SimpleTypeDefinition extends TypeCommon {
  readonly kind: 'simpleType';
  readonly variety: 'atomic' | 'list' | 'union';
  /** The type it restricts; for a list or union that restricts nothing, `xs:anySimpleType`. */
  readonly base: TypeKey;
  /** For atomic types the built-in type nearest up the chain, whose lexical and value space apply. */
  readonly builtIn?: TypeKey;
  /** For lists. */
  readonly itemType?: TypeKey;
  /** For unions, in order. */
  readonly memberTypes?: readonly TypeKey[];
  /** Effective facets: those of all the types it restricts, merged. */
  readonly facets: Facets;
}

/** Effective constraining facets (XML Schema Part 2, 4.3). Bounds stay in lexical form: nothing is rounded. */
export interface Facets {
  readonly length?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Every group must match; within a group one of the patterns (Part 2, 4.3.4). XML Schema regular expressions. */
  readonly patterns?: readonly (readonly string[])[];
  readonly enumeration?: readonly EnumerationValue[];
  readonly whiteSpace?: 'preserve' | 'replace' | 'collapse';
  readonly maxInclusive?: string;
  readonly maxExclusive?: string;
  readonly minInclusive?: string;
  readonly minExclusive?: string;
  readonly totalDigits?: number;
  readonly fractionDigits?: number;
  readonly explicitTimezone?: 'optional' | 'required' | 'prohibited';
}

/** A value of an enumeration with its documentation (Part 2, 4.3.5). */
export interface EnumerationValue extends Documented {
  /** Lexical form; for QName and NOTATION the expanded name `{ns}local`. */
  readonly value: string;
}

/** SOAP 1.1, 5.4.2: the item type and the rank text (`[]`, `[,]`, `[][]`). */
export interface SoapArray {
  readonly itemType: TypeKey;
  readonly rank: string;
  /** Accessor name from the schema if it has one, else `item`. */
  readonly itemName: string;
}

// ---------------------------------------------------------------------------------------------------------------
// Services (WSDL 1.1, 2)

/** A service: operations, each with the facts of every binding it is offered in. Ports of the same operations are united. */
export interface Service extends Documented {
  readonly name: string;
  readonly namespace: string;
  /** Path-like name of the input it came from, as the user gave it (for headers and docs): `wsdl/AccountApi.wsdl`. */
  readonly source: string;
  readonly ports: readonly Port[];
  /** In the order of the input. */
  readonly operations: readonly Operation[];
  /** What WS-Policy demands of messages; absent if nothing. */
  readonly policies?: readonly MessagePolicy[];
}

/** A policy, and the messages that have to satisfy it: what is attached to services, ports, operations and messages is merged. */
export interface MessagePolicy {
  readonly messages: readonly PolicySubject[];
  /** One of them has to hold; an empty list cannot be satisfied. */
  readonly alternatives: PolicyAlternatives;
}

/** A message of an operation at a port. */
export interface PolicySubject {
  readonly port: string;
  readonly operation: string;
  /** As in {@link Operation}. */
  readonly overload?: string;
  readonly direction: 'input' | 'output' | 'fault';
  /** Name of the fault. */
  readonly fault?: string;
}

/** The kinds of bindings that are read. */
export type BindingKind = SoapBindingKind | HttpBindingKind;
/** The kinds whose messages are SOAP envelopes (WSDL 1.1, 3). */
export type SoapBindingKind = 'soap11' | 'soap12';
/** The kinds whose requests are queries and forms (WSDL 1.1, 4). */
export type HttpBindingKind = 'httpGet' | 'httpPost';

/** A port (WSDL 1.1, 2.6): one address of one binding. */
export interface Port extends Documented {
  readonly name: string;
  readonly binding: BindingKind;
  /** Name of the WSDL binding and port type (for documentation and for writing WSDL). */
  readonly bindingName: ExpandedName;
  readonly portType: ExpandedName;
  /** Absolute address, which may begin with a placeholder: `{base_url}/AccountApi.asmx`. Absent if the port has none. */
  readonly address?: string;
  /** `http`, or the URI of another transport of a SOAP binding. */
  readonly transport: string;
}

/** Message exchange pattern (WSDL 1.1, 2.4). */
export type ExchangePattern = 'requestResponse' | 'oneWay' | 'solicitResponse' | 'notification';

/** An operation of a service with its messages and bindings (WSDL 1.1, 2.4). */
export interface Operation extends Documented {
  /** Name on the wire. Overloads of one name differ in `overload`. */
  readonly name: string;
  /** Input message name of an overloaded operation (WSDL 1.1, 2.4.5); absent otherwise. */
  readonly overload?: string;
  readonly pattern: ExchangePattern;
  /** Logical input. An operation without input (notification) has none. */
  readonly input?: Message;
  /** Logical output; none for one-way. */
  readonly output?: Message;
  readonly faults: readonly Fault[];
  /** Facts per binding, at most one of each kind unless ports of one kind differ (then `ports` says which is which). */
  readonly bindings: readonly OperationBinding[];
}

/**
 * A logical message: the content of the SOAP Body. HTTP bindings carry the same values by name.
 * - `element`: one global element (document/literal); `wrapped` when its children are the parameters (WS-I BP / .NET rules).
 * - `rpc`: an element named for the operation whose children are the parts (rpc style); its namespace is a fact of the
 *   binding.
 * - `parts`: several elements or one type straight in the Body (document style with several parts, or `type=`).
 * - `empty`: nothing.
 */
export type Message =
  | {
      readonly kind: 'element';
      readonly element: ExpandedName;
      readonly wrapped: boolean;
      readonly part: string;
      /** Set where null stands for an empty Body, as in bare messages of ASP.NET. */
      readonly absent?: 'null';
    }
  | { readonly kind: 'rpc'; readonly name: string; readonly parts: readonly Part[] }
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'empty' };

/** A message part (WSDL 1.1, 2.3): an element or a type. */
export interface Part extends Documented {
  readonly name: string;
  readonly element?: ExpandedName;
  readonly type?: TypeKey;
  /** True if the value may be nil: a typed part of a message in SOAP encoding (SOAP 1.1, 5.1). */
  readonly nillable?: boolean;
  /** Set where null stands for a part that is left out: in rpc/literal, as .NET does with null references. */
  readonly absent?: 'null';
}

/** A declared fault (WSDL 1.1, 2.4): its detail contains `part`. */
export interface Fault extends Documented {
  readonly name: string;
  /** WS-Addressing action, if the port type has one. */
  readonly action?: string;
  readonly part?: Part;
}

/** How one binding carries an operation; `kind` says which members there are. */
export type OperationBinding = SoapOperationBinding | HttpOperationBinding;

/** WSDL 1.1, 3 (and its SOAP 1.2 twin). */
export interface SoapOperationBinding {
  readonly kind: SoapBindingKind;
  /** Names of the ports that offer it so. */
  readonly ports: readonly string[];
  readonly soapAction: string;
  /** False if the binding says `soapActionRequired="false"`. */
  readonly soapActionRequired: boolean;
  readonly style: 'document' | 'rpc';
  readonly input?: SoapMessageBinding;
  readonly output?: SoapMessageBinding;
  /** Names of the faults in SOAP encoding, where there are some (`soap:fault`, 3.6). */
  readonly encodedFaults?: readonly string[];
  /** WS-Addressing actions, if the port type has them. */
  readonly inputAction?: string;
  readonly outputAction?: string;
  /** Set if the WSDL or its policy asks for WS-Addressing. */
  readonly addressing?: Addressing;
}

/** How a WSDL asks for WS-Addressing (WS-Addressing 1.0 Metadata, 3). */
export interface Addressing {
  /** 1.0, the Recommendations of 2005/08, or the member submission of August 2004. */
  readonly version: '1.0' | '2004/08';
  /** True if messages without it are refused. */
  readonly required: boolean;
}

/** How a message stands in an envelope (WSDL 1.1, 3.5 to 3.7). */
export interface SoapMessageBinding {
  readonly use: 'literal' | 'encoded';
  /** Namespace of an rpc wrapper. */
  readonly namespace: string;
  readonly encodingStyle?: string;
  readonly headers: readonly SoapHeader[];
  /** Attachment parts (`mime:multipartRelated`), outside the Body. */
  readonly attachments: readonly MimePart[];
}

/** `soap:header` (WSDL 1.1, 3.7). */
export interface SoapHeader {
  readonly part: Part;
  readonly message: ExpandedName;
  readonly use: 'literal' | 'encoded';
  readonly namespace: string;
  readonly headerFaults: readonly Part[];
}

/** `mime:content` of one part (WSDL 1.1, 5). */
export interface MimePart {
  readonly part: string;
  readonly contentTypes: readonly string[];
}

/** WSDL 1.1, 4: `http:binding`. */
export interface HttpOperationBinding {
  readonly kind: HttpBindingKind;
  readonly ports: readonly string[];
  /** Relative to the port's address: `/Exchange`. */
  readonly location: string;
  /**
   * `urlEncoded`: query; `urlReplacement`: in the location; `form`: `application/x-www-form-urlencoded` body;
   * `xml`: the part as an XML document; `multipart`: `multipart/form-data`.
   */
  readonly input: 'urlEncoded' | 'urlReplacement' | 'form' | 'xml' | 'multipart';
  /**
   * Parameters in order. `type` is the type that the HTTP port itself declares (for an `.asmx` always string, or an array of
   * it).
   */
  readonly parameters: readonly HttpParameter[];
  readonly output: HttpOutput;
}

/** A parameter of a query or a form (WSDL 1.1, 4). */
export interface HttpParameter {
  readonly name: string;
  readonly type?: TypeKey;
  readonly element?: ExpandedName;
}

/** The form of the answer: an XML document whose root is `element` or of `type`, other content, or nothing. */
export type HttpOutput =
  | { readonly kind: 'xml'; readonly element?: ExpandedName; readonly type?: TypeKey; readonly part: string }
  /** A document with any root element: what ASP.NET answers for an `XmlNode`. */
  | { readonly kind: 'document'; readonly part: string }
  | { readonly kind: 'content'; readonly contentTypes: readonly string[]; readonly part?: string }
  | { readonly kind: 'empty' };
