import type { TypeExpression } from '../expressions/expression.js';
import type { ServiceNames } from '../names/service-names.js';
import type { BoundMethod } from './bound-package.js';
import { namedHeaders } from './header-types.js';

const names = { descriptor: 'Shop', file: 'shop' } as ServiceNames;
const headers = (members: Readonly<Record<string, 'string' | 'number'>>): TypeExpression => ({
  kind: 'object',
  members: Object.entries(members).map(([name, type]) => ({
    name,
    type: { kind: 'keyword', name: type },
    optional: true,
    documentation: [],
  })),
});
const method = (name: string, inputHeaders?: TypeExpression, outputHeaders?: TypeExpression): BoundMethod =>
  ({ name, ...(inputHeaders && { inputHeaders }), ...(outputHeaders && { outputHeaders }) }) as BoundMethod;
const namesOf = (methods: readonly BoundMethod[]): readonly string[] =>
  namedHeaders(methods, names).types.map((type) => type.name);

describe('the types of declared SOAP headers', () => {
  it('are declared once for all methods with the same headers, in both directions', () => {
    const session = headers({ Session: 'string' });
    const both = headers({ Session: 'string', 'Trace-Id': 'number' });
    const methods = [method('add', session, session), method('find', both), method('ping')];
    expect(namesOf(methods)).toEqual(['Shop$headers$Session', 'Shop$headers$Session$Trace_Id']);
    expect(namedHeaders(methods, names).methods[2]).toEqual(methods[2]);
  });

  it('name two headers, or one and the number of the others where that is enough', () => {
    const [a, b] = [
      headers({ A: 'string', B: 'string', C: 'string' }),
      headers({ A: 'string', X: 'string', Y: 'string' }),
    ];
    expect(namesOf([method('add', a)])).toEqual(['Shop$headers$A$and$2']);
    expect(namesOf([method('add', a), method('find', b)])).toEqual(['Shop$headers$A$B$C', 'Shop$headers$A$X$Y']);
  });

  it('are named for their methods where headers of one name have several types', () => {
    const methods = [method('add', headers({ Token: 'string' })), method('find', headers({ Token: 'number' }))];
    expect(namesOf(methods)).toEqual(['Shop$headers$add$input', 'Shop$headers$find$input']);
  });
});
