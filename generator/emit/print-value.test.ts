import type { ValueExpression } from '../typescript/expressions/expression.js';
import { ModuleScope } from './module-scope.js';
import { printConstant } from './print-value.js';

const literal = (value: string): ValueExpression => ({ kind: 'literal', value });
const enumeration = (name: string): ValueExpression => ({
  kind: 'call',
  callee: { kind: 'local', name: 'enumeration' },
  arguments: [
    { kind: 'namespace', uri: 'urn:a', constant: 'a' },
    literal(name),
    { kind: 'array', items: [literal('one'), literal('two')] },
  ],
});

describe('a call', () => {
  it('is one line where it fits', () => {
    const text = printConstant(enumeration('Short'), new ModuleScope('schema', []));
    expect(text).toBe("/*#__PURE__*/ enumeration(a, 'Short', ['one', 'two'])");
  });

  it('has a line for each item of its lists where it would be long', () => {
    const name = 'Long'.repeat(30);
    const text = printConstant(enumeration(name), new ModuleScope('schema', []));
    expect(text).toBe(`/*#__PURE__*/ enumeration(a, '${name}', [\n  'one',\n  'two',\n])`);
  });
});
