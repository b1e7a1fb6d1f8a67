import { checkOptions, type OptionKinds, text } from '../base/options.js';
import { indexOfInvalidCharacter } from '../xml/text/characters.js';
import type { DocumentFormatOptions, DocumentType } from './document-options.js';
import { type Aside, keptOf, type Location } from './kept-elements.js';

/** What a document has beside the value. */
export interface DocumentForm {
  /** The value that the one to write is a copy of, if any. */
  readonly like: unknown;
  /** The markup of a document type declaration for a root of a name, `''` for none. */
  doctype(root: string): string;
  /** Attributes of the namespace of `xsi` for the root; undefined for those that were kept. */
  readonly locations: readonly Location[] | undefined;
  /** True for the elements whose texts become CDATA sections. */
  isSection(namespace: string, name: string): boolean;
  /** Called for each comment and instruction that is written. */
  onAside?(aside: Aside): void;
}

/** The form of a document that has nothing but what was kept. */
export const bareForm: DocumentForm = {
  like: undefined,
  doctype: () => '',
  locations: undefined,
  isSection: () => false,
};

/** The form of a document that has something beside the value; undefined for all others. Throws `TypeError` for what XML does not allow. */
export function documentForm(value: unknown, options: DocumentFormatOptions): DocumentForm | undefined {
  const { like, schemaLocation, cdata, doctype } = options;
  if (like !== undefined && keptOf(like) === undefined) {
    throw wrong('like', 'it is no value that was read with `keep`');
  }
  const isBare = schemaLocation === undefined && cdata === undefined && doctype === undefined;
  return isBare && keptOf(like ?? value) === undefined
    ? undefined
    : {
        like,
        doctype: doctype === undefined ? bareForm.doctype : doctypeOf(doctype),
        locations: schemaLocation && locationsOf(schemaLocation, options.namespaces),
        isSection: cdata === undefined ? bareForm.isSection : sectionTest(cdata),
      };
}

function wrong(option: string, problem: string): TypeError {
  return new TypeError(`The option ${option} is not valid: ${problem}.`);
}

function isUnquotable(text: string): boolean {
  return text.includes('"') && text.includes("'");
}

const typeOptions: OptionKinds<DocumentType> = { name: text, publicId: text, systemId: text };

/** Productions 28, 75, 11 and 13 of XML 1.0. */
function doctypeOf(doctype: DocumentType): (root: string) => string {
  checkOptions('`doctype`', doctype, typeOptions);
  const { name, publicId, systemId } = doctype;
  if (publicId !== undefined && systemId === undefined) {
    throw wrong('doctype', 'a public identifier needs a system identifier beside it');
  }
  if (publicId !== undefined && !/^[- \r\na-zA-Z0-9'()+,./:=?;!*#@$_%]*$/.test(publicId)) {
    throw wrong(
      'doctype',
      `the public identifier ${JSON.stringify(publicId)} has characters that XML does not allow there`,
    );
  }
  if (
    systemId !== undefined &&
    (isUnquotable(systemId) || systemId.includes('#') || indexOfInvalidCharacter(systemId) >= 0)
  ) {
    const rule = 'may not have both kinds of quotes, a fragment, or characters that XML does not have';
    throw wrong('doctype', `the system identifier ${JSON.stringify(systemId)} ${rule}`);
  }
  const system = systemId?.includes('"') ? `'${systemId}'` : `"${systemId}"`;
  const external =
    publicId !== undefined ? ` PUBLIC "${publicId}" ${system}` : systemId !== undefined ? ` SYSTEM ${system}` : '';
  return (root) => {
    if (name !== undefined && name !== root) {
      throw wrong('doctype', `its name is ${JSON.stringify(name)}, but the root element is ${JSON.stringify(root)}`);
    }
    return `<!DOCTYPE ${root}${external}>`;
  };
}

/** Part 1, 2.6.3 and 4.3.2: a list of pairs of a namespace and an address. */
function locationsOf(
  schemaLocation: Readonly<Record<string, string>>,
  namespaces: ReadonlyMap<string, string> | undefined,
): readonly Location[] {
  const { '': own, ...others } = schemaLocation;
  for (const part of Object.entries(schemaLocation).flat()) {
    if (/[ \t\r\n]/.test(part)) {
      throw wrong(
        'schemaLocation',
        `${JSON.stringify(part)} has white space, which separates addresses; write it as %20`,
      );
    }
  }
  const pairs = Object.entries(others).map(
    ([namespace, address]) => `${namespaces?.get(namespace) ?? namespace} ${address}`,
  );
  return [
    ...(pairs.length === 0 ? [] : [['schemaLocation', pairs.join(' ')] as const]),
    ...(own === undefined ? [] : [['noNamespaceSchemaLocation', own] as const]),
  ];
}

function sectionTest(cdata: NonNullable<DocumentFormatOptions['cdata']>): DocumentForm['isSection'] {
  if (typeof cdata === 'function') {
    return (namespace, name) => cdata({ namespace, name });
  }
  const names = new Set(cdata);
  return (namespace, name) => names.has(name) || names.has(`{${namespace}}${name}`);
}
