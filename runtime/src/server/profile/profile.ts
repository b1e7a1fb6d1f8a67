/** Whose rules a service answers by. */
export type ProfileName = 'aspnet' | 'wcf' | 'strict';

/**
 * Every point in which the answers of ASP.NET's `.asmx` and of WCF's `basicHttpBinding` differ from what SOAP 1.1, SOAP 1.2,
 * WSDL 1.1 and RFC 9110 ask for. Code asks a profile by the name of the point, never which profile it is.
 */
export interface Profile {
  readonly name: ProfileName;
  /** Service paths match in any letter case, as on IIS. Operation names never do. */
  readonly anyCasePaths: boolean;
  /** A known action alone decides: element and namespace of the Body are not compared with those of the operation. */
  readonly actionDecides: boolean;
  /** An unknown SOAPAction is a fault. Otherwise the Body's element decides (SOAP 1.1, 6.1.1 makes the header a hint). */
  readonly unknownActionFails: boolean;
  /** A request without SOAPAction is a fault. Otherwise the Body's element decides. */
  readonly actionRequired: boolean;
  /** The reading of a required element of the Body that is missing: an error, or its type's default (0, false, '', …). */
  readonly missingElement: 'error' | 'default';
  /** Near misses that can mean only one thing are read: names in wrong namespaces, optional values that are empty or nil. */
  readonly nearMisses: 'read' | 'refuse';
  /** Elements are read only in the order of the schema; one that comes too late is ignored (data contracts). */
  readonly ordered: boolean;
  /**
   * The answer to a SOAP request that is not well-formed XML, or has elements where only text is allowed: status 400 without
   * body, or a fault.
   */
  readonly malformedXml: 'empty400' | 'fault';
  /** A charset in the Content-Type that nobody knows: it counts as none, or the request is refused with 415. */
  readonly unknownCharset: 'ignore' | 'refuse';
  /** A text/xml request without SOAPAction whose XML is broken gets a SOAP 1.2 fault, where SOAP 1.2 is served. */
  readonly brokenRoutingIsSoap12: boolean;
  /** A comment or processing instruction inside the text of a simple value makes the document malformed. */
  readonly plainText: boolean;
  /**
   * Forms that SOAP requests may contain in addition to the lexical forms of XML Schema: .NET's `Infinity`, and a date alone
   * as midnight. Numbers beyond the range of a float or double are refused; otherwise they are infinite.
   */
  readonly dotNetValues: boolean;
  /** Status of SOAP 1.2 faults with code Sender (SOAP 1.2 Part 2, 7.5.2.2 says 400). */
  readonly senderStatus: 400 | 500;
  /** A mustUnderstand header block is obeyed whatever its actor or role is. */
  readonly mustUnderstandAnyActor: boolean;
  /** SOAP 1.2 MustUnderstand faults name the headers in NotUnderstood blocks (SOAP 1.2 Part 1, 5.4.8). */
  readonly notUnderstoodBlocks: boolean;
  /** Faults caused by the Body always contain a detail element, empty if there is nothing to say. */
  readonly emptyDetail: boolean;
  /** The server's own faults have a code for each problem, such as `a:ActionNotSupported`. Otherwise they have `Client` and `Server`. */
  readonly specificCodes: boolean;
  /** The reasons of the server's own faults explain what may be wrong with contract and configuration. Otherwise they say what happened. */
  readonly explainedReasons: boolean;
  /** Prefix of the envelope in faults. */
  readonly faultPrefix: 'soap' | 's';
  /** Language of the faultstring in SOAP 1.1; none where the envelope does not say. */
  readonly faultLanguage: string | undefined;
  /** Names of the pages other than the WSDL: `?disco`, `?singleWsdl`, `?xsd=xsdN`. */
  readonly metadata: 'asmx' | 'svc';
  /** HEAD is answered where GET is, and OPTIONS with the methods that there are (RFC 9110, 9.3). Otherwise both are 405. */
  readonly headAndOptions: boolean;
  /** How GET and POST parameters are read. */
  readonly form: {
    /** Names match in any letter case. */
    readonly anyCaseNames: boolean;
    /** Every declared parameter has to be there; otherwise the schema decides. */
    readonly allRequired: boolean;
    /** .NET's conversions (`TRUE`, `1,000`, enumerations by number) before those of the schema. */
    readonly dotNetForms: boolean;
    /** A parameter that occurs again is joined with a comma; otherwise it is an error. */
    readonly joinRepeated: boolean;
  };
  /** Statuses of GET and POST failures: ASP.NET answers 500 to everything. */
  readonly status: {
    readonly badParameter: 400 | 500;
    readonly unknownOperation: 404 | 500;
    readonly wrongMethod: 405 | 500;
    readonly wrongContentType: 415 | 500;
  };
}

const strict: Profile = {
  name: 'strict',
  anyCasePaths: false,
  actionDecides: false,
  unknownActionFails: false,
  actionRequired: false,
  missingElement: 'error',
  nearMisses: 'read',
  ordered: false,
  malformedXml: 'fault',
  unknownCharset: 'refuse',
  brokenRoutingIsSoap12: false,
  plainText: false,
  dotNetValues: false,
  senderStatus: 400,
  mustUnderstandAnyActor: false,
  notUnderstoodBlocks: true,
  emptyDetail: false,
  specificCodes: false,
  explainedReasons: false,
  faultPrefix: 'soap',
  faultLanguage: undefined,
  metadata: 'asmx',
  headAndOptions: true,
  form: { anyCaseNames: false, allRequired: false, dotNetForms: false, joinRepeated: false },
  status: { badParameter: 400, unknownOperation: 404, wrongMethod: 405, wrongContentType: 415 },
};

const aspnet: Profile = {
  ...strict,
  name: 'aspnet',
  anyCasePaths: true,
  actionDecides: true,
  unknownActionFails: true,
  missingElement: 'default',
  nearMisses: 'refuse',
  malformedXml: 'empty400',
  unknownCharset: 'ignore',
  brokenRoutingIsSoap12: true,
  plainText: true,
  dotNetValues: true,
  senderStatus: 500,
  mustUnderstandAnyActor: true,
  notUnderstoodBlocks: false,
  emptyDetail: true,
  headAndOptions: false,
  form: { anyCaseNames: true, allRequired: true, dotNetForms: true, joinRepeated: true },
  status: { badParameter: 500, unknownOperation: 500, wrongMethod: 500, wrongContentType: 500 },
};

const wcf: Profile = {
  ...strict,
  name: 'wcf',
  anyCasePaths: true,
  unknownActionFails: true,
  actionRequired: true,
  nearMisses: 'refuse',
  ordered: true,
  malformedXml: 'empty400',
  dotNetValues: true,
  senderStatus: 500,
  notUnderstoodBlocks: false,
  specificCodes: true,
  explainedReasons: true,
  faultPrefix: 's',
  faultLanguage: 'en-US',
  metadata: 'svc',
  headAndOptions: false,
};

/** The table of profiles. */
export const profiles: Readonly<Record<ProfileName, Profile>> = { aspnet, wcf, strict };

/** The profile of a service at a path: ASP.NET's for `.asmx`, WCF's for `.svc`, else the specifications'. */
export function profileForPath(path: string): Profile {
  return /\.asmx$/i.test(path) ? aspnet : /\.svc$/i.test(path) ? wcf : strict;
}
