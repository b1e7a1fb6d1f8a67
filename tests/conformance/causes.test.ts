import { causesOf, formatCauses } from './causes.js';

describe('the table by cause', () => {
  it('counts WSDLs, not outcomes, by stage and cause, with diagnostics of those that passed', () => {
    const causes = causesOf([
      { check: 'wsdl-calls', name: 'a.wsdl#S/x', failure: 'no', cause: 'XmlDecodeError' },
      { check: 'wsdl-calls', name: 'a.wsdl#S/y', failure: 'no', cause: 'XmlDecodeError' },
      { check: 'wsdl-round-trip', name: 'b.wsdl#S/y', failure: 'no', cause: 'XmlDecodeError' },
      { check: 'wsdl-own-types', name: 'b.wsdl', failure: 'src/s.ts: error TS6133: …', cause: 'TS6133' },
      { check: 'wsdl', name: 'a.wsdl', found: ['warning xsd/one', 'warning xsd/two'] },
      { check: 'wsdl-dangling', name: 'b.wsdl', found: ['warning xsd/two'] },
      { check: 'wsdl', name: 'c.wsdl', found: ['error wsdl/three'], failure: 'wsdl/three: no', cause: 'wsdl/three' },
      { check: 'valid', name: 'd.xml', failure: 'not of a WSDL' },
    ]);
    expect(causes).toEqual([
      { stage: 'generate', cause: 'warning xsd/two', wsdls: 2, example: 'a.wsdl' },
      { stage: 'generate', cause: 'error wsdl/three', wsdls: 1, example: 'c.wsdl' },
      { stage: 'generate', cause: 'warning xsd/one', wsdls: 1, example: 'a.wsdl' },
      { stage: 'type-check', cause: 'failure TS6133', wsdls: 1, example: 'b.wsdl' },
      { stage: 'call', cause: 'failure XmlDecodeError', wsdls: 2, example: 'a.wsdl' },
    ]);
    expect(formatCauses(causes).split('\n')).toHaveLength(8);
    expect(formatCauses([])).toContain('nothing');
  });
});
