import { publicAddress } from '../diagnostics/public-address.js';
import { trimEnd } from '../diagnostics/trim-end.js';
import { isPortableName } from '../output/safe-path.js';

/** The kinds of documents, as the extensions of their files. */
export type DocumentKind = 'wsdl' | 'xsd';

/** Longest name of a file, in characters, without the number that may follow. */
const maxLength = 80;

/**
 * Gives files names that say where they come from: `Shop.svc?wsdl` is `Shop.wsdl`, `Shop.svc?xsd=xsd0` is `Shop.xsd0.xsd`. A name
 * has only letters, digits, dots, hyphens and underscores of ASCII, is no name of a device, and differs from all others in more than
 * letter case.
 */
export class FileNames {
  readonly #taken: Set<string>;

  /** @param taken Names that may not be given. */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()));
  }

  /** True if a name is free; then it is taken. */
  take(name: string): boolean {
    const key = name.toLowerCase();
    const isFree = !this.#taken.has(key);
    this.#taken.add(key);
    return isFree;
  }

  /** A name for a document at an address. The folders of the address are added one by one until the name is free, then a number. */
  nameOf(address: string, kind: DocumentKind): string {
    const url = new URL(publicAddress(address));
    const folders = url.pathname
      .split('/')
      .slice(1, -1)
      .map(clean)
      .filter((step) => step !== '');
    const stem = stemOf(url, kind);
    for (let count = 0; count <= folders.length; count++) {
      const name = withExtension([...folders.slice(folders.length - count), stem].join('-'), kind);
      if (this.take(name)) {
        return name;
      }
    }
    for (let number = 2; ; number++) {
      const name = `${withExtension(stem, kind).slice(0, -kind.length - 1)}-${number}.${kind}`;
      if (this.take(name)) {
        return name;
      }
    }
  }
}

/** True for a name that {@link FileNames} gives. Records are checked with it: anybody may have written them. */
export function isDocumentName(name: string): boolean {
  return /^[\w-][\w.-]*\.\w+$/.test(name) && isPortableName(name) && name.length <= 255;
}

function withExtension(stem: string, kind: DocumentKind): string {
  const cut = stem.slice(-maxLength).replace(/^[^\w]+/, '');
  const name = `${cut}.${kind}`;
  return isDocumentName(name) ? name : `document-${cut.replace(/[^\w]+/g, '')}.${kind}`;
}

/** Extensions that say which program answers, or that the document is a descriptor. */
const programExtension = /\.(?:svc|asmx|wsdl|xsd|xml|php|aspx|ashx|jsp|jws|cfc|do|cgi|pl)$/i;

/** The last step of the path without what says that it is a program, and the parameters of the query. */
function stemOf(url: URL, kind: DocumentKind): string {
  const last = decoded(url.pathname.split('/').findLast((step) => step !== '') ?? '');
  const bare = last.replace(programExtension, '');
  const base = clean(bare) || (bare === '' ? clean(url.hostname) : 'document');
  const words = [...url.searchParams].flatMap(([name, value]) => wordsOf(name, value, kind));
  return [base, ...words].filter((word) => word !== '').join('.');
}

/** `?wsdl` says nothing more, `?xsd=xsd0` is `xsd0`, other parameters are named. */
function wordsOf(name: string, value: string, kind: DocumentKind): readonly string[] {
  if (value === '***') {
    return [];
  }
  const word = clean(name).toLowerCase();
  const isUsual = word === 'wsdl' || word === 'singlewsdl' || word === 'xsd' || word === 'schema';
  const part = clean(value.replace(/\.(?:wsdl|xsd)$/i, ''));
  const prefix = word === 'wsdl' && kind === 'xsd' ? '' : word;
  return isUsual ? [part] : [part === '' ? prefix : `${prefix}-${part}`];
}

/** A text with only the characters of names. */
function clean(text: string): string {
  const name = decoded(text)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+/, '');
  return trimEnd(name, '.-');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
