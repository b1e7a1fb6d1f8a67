/** Whose rules a service answers by. */
export type ProfileName = 'aspnet' | 'strict';

/**
 * Every point in which the answers of ASP.NET's `.asmx` differ from what SOAP 1.1, SOAP 1.2, WSDL 1.1 and RFC 9110 ask for.
 * Code asks a profile by the name of the point, never which profile it is.
 */
export interface Profile {
  readonly name: ProfileName;
  /** Service paths match in any letter case, as on IIS. Operation names never do. */
  readonly anyCasePaths: boolean;
  /** A known action decides alone: element and namespace of the Body are not compared with the operation's. */
  readonly actionDecides: boolean;
  /** An unknown SOAPAction is a fault. Otherwise the Body's element is asked next (SOAP 1.1, 6.1.1 makes the header a hint). */
  readonly unknownActionFails: boolean;
  /** What a required element of the Body is when it is missing: an error, or its type's default (0, false, '', …). */
  readonly missingElement: 'error' | 'default';
  /** What answers a SOAP request that is not well-formed XML, or holds elements where only text may stand: status 400 without body, or a fault. */
  readonly malformedXml: 'empty400' | 'fault';
  /** Status of SOAP 1.2 faults with code Sender (SOAP 1.2 Part 2, 7.5.2.2 says 400). */
  readonly senderStatus: 400 | 500;
  /** A mustUnderstand header block counts whatever its actor or role says. */
  readonly mustUnderstandAnyActor: boolean;
  /** SOAP 1.2 MustUnderstand faults name the headers in NotUnderstood blocks (SOAP 1.2 Part 1, 5.4.8). */
  readonly notUnderstoodBlocks: boolean;
  /** Faults of the Body always hold a detail element, empty when there is nothing to say. */
  readonly emptyDetail: boolean;
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

const aspnet: Profile = {
  name: 'aspnet',
  anyCasePaths: true,
  actionDecides: true,
  unknownActionFails: true,
  missingElement: 'default',
  malformedXml: 'empty400',
  senderStatus: 500,
  mustUnderstandAnyActor: true,
  notUnderstoodBlocks: false,
  emptyDetail: true,
  form: { anyCaseNames: true, allRequired: true, dotNetForms: true, joinRepeated: true },
  status: { badParameter: 500, unknownOperation: 500, wrongMethod: 500, wrongContentType: 500 },
};

const strict: Profile = {
  name: 'strict',
  anyCasePaths: false,
  actionDecides: false,
  unknownActionFails: false,
  missingElement: 'error',
  malformedXml: 'fault',
  senderStatus: 400,
  mustUnderstandAnyActor: false,
  notUnderstoodBlocks: true,
  emptyDetail: false,
  form: { anyCaseNames: false, allRequired: false, dotNetForms: false, joinRepeated: false },
  status: { badParameter: 400, unknownOperation: 404, wrongMethod: 405, wrongContentType: 415 },
};

/** The table of profiles. */
export const profiles: Readonly<Record<ProfileName, Profile>> = { aspnet, strict };

/** The profile of a service at a path: ASP.NET's for `.asmx`, else the specifications'. */
export function profileForPath(path: string): Profile {
  return /\.asmx$/i.test(path) ? aspnet : strict;
}
