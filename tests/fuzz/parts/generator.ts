import { readdirSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { hasErrors } from '../../../generator/diagnostics/diagnostic.js';
import { readContract, renderContract } from '../../../generator/disk-pipeline.js';
import { contractOf, textOf } from '../../support/descriptors.js';
import { mutate } from '../../support/mutate.js';
import { drawn } from '../../support/plain-data.js';
import type { Random } from '../../support/random.js';
import { repository } from '../../support/repository.js';
import type { FuzzPart } from '../part.js';

const documents = readdirSync(`${repository}/wsdl`)
  .filter((name) => name.endsWith('.wsdl'))
  .map((name) => textOf(`wsdl/${name}`));

/** Descriptors of whatever kind end in a contract and findings. */
export const descriptors: FuzzPart<string> = {
  name: 'descriptors',
  cases: 300,
  inputs: drawn((random) => mutate(random.pick(documents), random)),
  check: async (text) => {
    await contractOf({ 'a.wsdl': text });
  },
};

/** Texts that become code where they are not quoted well: each way to leave a comment, a string, a template. */
const escapes: readonly string[] = [
  ...['*/pwned()/*', '*\\/pwned()/*', '\\u002a/pwned()//', '\npwned()//', '\r\u2028pwned()\u2029', '\\'],
  ...[
    "'+pwned()+'",
    '"+pwned()+"',
    '`+pwned()+`',
    '$' + '{pwned()}',
    "\\'+pwned()//",
    '{{pwned}}',
    '{{{pwned}}}',
    '{{#each this}}',
  ],
  ...[
    '</script><script>pwned()',
    '<!--',
    '-->',
    '@deprecated */',
    '@param {pwned()} x',
    '[](javascript:pwned())',
    '__proto__',
  ],
];

/** What is generated is TypeScript, and no text of the descriptor is code in it: not its documentation, names, values or addresses. */
export const generated: FuzzPart<string> = {
  name: 'generated',
  cases: 120,
  inputs: drawn((random) => {
    const text = withEscapes(random.pick(documents), random);
    return random.oneIn(3) ? mutate(text, random) : text;
  }),
  check: async (text) => {
    const bytes = new TextEncoder().encode(text);
    const [reading, found] = await readContract(
      ['a.wsdl'],
      {},
      {
        workingFolder: '/in',
        strict: true,
        read: async (path) => (path === '/in/a.wsdl' ? { kind: 'found', bytes } : { kind: 'missing' }),
      },
    );
    if (hasErrors(found)) {
      return;
    }
    const [{ files }, rendered] = await renderContract(reading, { packageName: 'x', templates: [] });
    if (hasErrors(rendered)) {
      return;
    }
    for (const { path, text: code } of files) {
      if (path.endsWith('.ts')) {
        requireHarmless(path, code);
      }
      if (path.split('/').includes('..') || path.startsWith('/')) {
        throw new Error(`${path} leaves the package`);
      }
    }
  },
};

/** The descriptor with such texts as documentation, and in names and values. */
function withEscapes(descriptor: string, random: Random): string {
  const hostile = (): string => xmlText(random.pick(escapes));
  return descriptor
    .replace(/(<wsdl:(?:operation|portType|service|message|port) [^>]*[^/]>)/g, (tag) =>
      random.oneIn(2) ? tag : `${tag}<wsdl:documentation>${hostile()}</wsdl:documentation>`,
    )
    .replace(/(<s:(element|enumeration)) ([^>]*)\/>/g, (whole, start, name, rest) =>
      random.oneIn(2)
        ? whole
        : `${start} ${rest}><s:annotation><s:documentation>${hostile()}</s:documentation></s:annotation></s:${name}>`,
    )
    .replace(/(enumeration value=")([^"]*)"/g, (whole, start) => (random.oneIn(3) ? `${start}${hostile()}"` : whole))
    .replace(/((?:soapAction|location)=")([^"]*)"/g, (whole, start, value) =>
      random.oneIn(4) ? `${start}${value}${hostile()}"` : whole,
    );
}

function requireHarmless(path: string, code: string): void {
  try {
    transformSync(code, { loader: 'ts', target: 'es2022', logLevel: 'silent' });
  } catch (error) {
    throw new Error(`${path} is no TypeScript: ${String(error)}`);
  }
  const bare = code.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n\r\u2028\u2029]*|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g,
    "''",
  );
  if (/pwned\s*\(/.test(bare)) {
    throw new Error(`${path} holds a text of the descriptor as code`);
  }
}

/** The text in an element or a quoted attribute. */
function xmlText(text: string): string {
  return text.replace(/[&<>"'\r\n]/g, (character) => `&#${character.charCodeAt(0)};`);
}
