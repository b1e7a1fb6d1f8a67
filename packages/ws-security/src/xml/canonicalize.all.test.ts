import { spawnSync } from 'node:child_process';
import { XmlSyntaxError } from '@wsdl-codegen/runtime/xml';
import { type CanonicalForm, canonicalize } from '@wsdl-codegen/ws-security';
import fc from 'fast-check';
import { document } from '../../../../tests/support/xml-documents.js';

/** The option of xmllint for each form. It keeps comments. */
const options: Readonly<Record<CanonicalForm, string>> = {
  exclusive: '--exc-c14n',
  inclusive: '--c14n',
  'inclusive-1.1': '--c14n11',
};
/** The canonical text, or nothing for a document that is not well-formed. */
function canonical(xml: string, form: CanonicalForm): string | undefined {
  try {
    return canonicalize(xml, { form, comments: true });
  } catch (error) {
    if (error instanceof XmlSyntaxError) {
      return undefined;
    }
    throw error;
  }
}

const isThere = spawnSync('xmllint', ['--version']).status === 0;
const whereTool: jest.It = isThere ? it : it.skip;

whereTool.each(Object.entries(options))('the %s form is what xmllint writes', (form, option) => {
  let compared = 0;
  fc.assert(
    fc.property(document, (xml) => {
      const { status, stdout, stderr } = spawnSync('xmllint', [option, '-'], { input: xml, encoding: 'utf8' });
      // What one of the two does not read is no matter of canonical forms.
      const ours = canonical(xml, form as CanonicalForm);
      if (status === 0 && stderr === '' && ours !== undefined) {
        expect(ours).toBe(stdout);
        compared++;
      }
    }),
    { numRuns: 150 },
  );
  expect(compared).toBeGreaterThan(40);
});
