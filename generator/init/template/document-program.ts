import { quote } from '../../emit/quote.js';
import type { ProgramContext, ProgramFiles } from './program.js';
import type { TemplateRoot } from './subject.js';

const fileSystem = quote('node:fs');

/** A program that reads, checks and writes documents, and its test with a sample. */
export function documentProgram(
  { exportName, hasPrefixes, sample }: TemplateRoot,
  { isTyped, entry }: ProgramContext,
): ProgramFiles {
  const local = /^(?:read|write|validate|Error)$/.test(exportName) ? `${exportName}$` : exportName;
  const names = [
    local === exportName ? exportName : `${exportName} as ${local}`,
    ...(hasPrefixes ? ['prefixes'] : []),
  ].join(', ');
  const comment = (text: string, tag: string): string =>
    isTyped ? `/** ${text} */` : `/**\n * ${text}\n * ${tag}\n */`;
  return {
    'samples/document.xml': sample,
    document: `import { validate } from '@wsdl-codegen/runtime/documents';
import { ${names} } from ${quote(entry)};

${comment('The value of a document. Throws an error that says what the schema forbids.', '@param {string} xml')}
export function read(xml${isTyped ? ': string' : ''}) {
  const problems = validate(${local}, xml);
  if (problems.length > 0) {
    throw new Error(problems.map(({ line, message }) => \`line \${line}: \${message}\`).join('\\n'));
  }
  return ${local}.parse(xml);
}

${comment('The document of a value.', `@param {import(${quote(entry)}).${exportName}} value`)}
export function write(value${isTyped ? `: ${local}` : ''}) {
  return ${local}.format(value, { indent: 2${hasPrefixes ? ', prefixes' : ''} });
}
`,
    main: `import { readFileSync } from ${fileSystem};
import { read } from './document.js';

console.log(read(readFileSync(process.argv[2] ?? 'samples/document.xml', 'utf8')));
`,
    'document.test': `import assert from 'node:assert/strict';
import { readFileSync } from ${fileSystem};
import { test } from 'node:test';
import { read, write } from './document.js';

test('a document is read and written', () => {
  const text = write(read(readFileSync('samples/document.xml', 'utf8')));
  assert.equal(write(read(text)), text);
});

test('what the schema forbids is refused', () => {
  assert.throws(() => read('<unknown/>'), /line 1/);
});
`,
  };
}
