import { transformSync } from 'esbuild';
import { hasErrors } from '../../generator/diagnostics/diagnostic.js';
import { readContract, renderContract } from '../../generator/pipeline.js';
import { mutate } from './mutate.js';
import type { Random } from './random.js';

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

/**
 * Reads a descriptor whose documentation, names and values try to become code, and generates from it. The output must be
 * TypeScript, and none of the texts may be code in it.
 */
export async function generateHostile(descriptor: string, random: Random): Promise<void> {
  const hostile = (): string => xmlText(random.pick(escapes));
  let text = descriptor
    .replace(/(<wsdl:(?:operation|portType|service|message|port) [^>]*[^/]>)/g, (tag) =>
      random.oneIn(2) ? tag : `${tag}<wsdl:documentation>${hostile()}</wsdl:documentation>`,
    )
    .replace(/(<s:(?:element|enumeration)) ([^>]*)\/>/g, (whole, start, rest) =>
      random.oneIn(2)
        ? whole
        : `${start} ${rest}><s:annotation><s:documentation>${hostile()}</s:documentation></s:annotation></s:element>`.replace(
            start.endsWith('enumeration') ? '</s:element>' : '\0',
            '</s:enumeration>',
          ),
    )
    .replace(/(enumeration value=")([^"]*)"/g, (whole, start) => (random.oneIn(3) ? `${start}${hostile()}"` : whole))
    .replace(/((?:soapAction|location)=")([^"]*)"/g, (whole, start, value) =>
      random.oneIn(4) ? `${start}${value}${hostile()}"` : whole,
    );
  if (random.oneIn(3)) {
    text = mutate(text, random);
  }
  const [reading, found] = await readContract(
    ['a.wsdl'],
    {},
    {
      workingFolder: '/in',
      strict: true,
      read: async (path) =>
        path === '/in/a.wsdl' ? { kind: 'found', bytes: new TextEncoder().encode(text) } : { kind: 'missing' },
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
