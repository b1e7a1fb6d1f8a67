import type { ModuleKind } from './values.js';

/** What of a disk is needed to look at the modules that a program imports. */
export type ReadText = (path: string) => string | undefined;

/** Says what the module of an import is: the package, or what another generator made for it. Relative modules are looked at. */
export function moduleKinds(read: ReadText): (file: string, specifier: string) => ModuleKind | undefined {
  const known = new Map<string, ModuleKind | undefined>();
  return (file, specifier) => {
    if (specifier === 'soap') {
      return 'soap';
    }
    if (!specifier.startsWith('.')) {
      return undefined;
    }
    const path = joined(file.slice(0, file.lastIndexOf('/')), specifier);
    if (!known.has(path)) {
      known.set(path, kindOfModule(path, read, 2));
    }
    return known.get(path);
  };
}

/** What the text of a module says that it is. */
export function kindOfText(text: string): ModuleKind | undefined {
  if (/createClientAsync as soapCreateClientAsync\b/.test(text) && /from ["']soap["']/.test(text)) {
    return 'wsdl-tsclient';
  }
  const isClass =
    /\bimport \* as soap from ["']soap["']/.test(text) && /\basync soapClient\(\): Promise<soap\.Client>/.test(text);
  return isClass ? 'techspokes' : undefined;
}

/** An index that exports a client of `wsdl-tsclient`, or the module itself. */
function kindOfModule(path: string, read: ReadText, depth: number): ModuleKind | undefined {
  const text = textAt(path, read);
  const kind = text === undefined ? undefined : kindOfText(text.text);
  if (text === undefined || kind !== undefined || depth === 0) {
    return kind;
  }
  for (const [, specifier = ''] of text.text.matchAll(/\bexport (?:\*|\{[^{}"']*\}) from ["'](\.[^"']*)["']/g)) {
    const found = kindOfModule(joined(text.folder, specifier), read, depth - 1);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function textAt(path: string, read: ReadText): { readonly text: string; readonly folder: string } | undefined {
  const stem = path.replace(/\.[cm]?js$/, '');
  const names = [
    `${stem}.ts`,
    `${stem}.mts`,
    `${stem}.cts`,
    path,
    `${stem}/index.ts`,
    `${path}.js`,
    `${path}/index.js`,
  ];
  for (const name of names) {
    const text = read(name);
    if (text !== undefined) {
      return { text, folder: name.slice(0, name.lastIndexOf('/')) };
    }
  }
  return undefined;
}

/** A relative path from a folder. */
export function joined(folder: string, specifier: string): string {
  const steps = folder.split('/');
  for (const step of specifier.split('/')) {
    if (step === '..') {
      steps.pop();
    } else if (step !== '.' && step !== '') {
      steps.push(step);
    }
  }
  return steps.join('/');
}
