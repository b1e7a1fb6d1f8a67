import type { BindingOperationDefinition, OperationDefinition } from '../../wsdl/components.js';
import { WaitingOperations } from './waiting-operations.js';

const operation = (id: string, input?: string, output?: string) =>
  ({
    id,
    name: 'Op',
    ...(input !== undefined && { input: { name: input } }),
    ...(output !== undefined && { output: { name: output } }),
  }) as unknown as OperationDefinition;

const bound = (inputName?: string, outputName?: string) =>
  ({ name: 'Op', inputName, outputName }) as unknown as BindingOperationDefinition;

function taken(operations: readonly OperationDefinition[], all: readonly BindingOperationDefinition[]) {
  const waiting = new WaitingOperations(operations);
  return all.map((each) => (waiting.take(each) as unknown as { readonly id: string } | undefined)?.id);
}

describe('operations of one name', () => {
  it('are selected by the names of input and output', () => {
    const operations = [operation('a', 'x', 'y'), operation('b', 'x', 'z'), operation('c', 'v', 'z')];
    expect(taken(operations, [bound('v'), bound(undefined, 'z'), bound('x', 'y')])).toEqual(['c', 'b', 'a']);
  });

  it('are selected in order if there are no names, or none that fit', () => {
    const operations = [operation('a', 'x'), operation('b'), operation('c', 'x')];
    expect(taken(operations, [bound('other'), bound(), bound('x'), bound()])).toEqual(['a', 'b', 'c', undefined]);
  });

  it('are each selected once', () => {
    expect(taken([operation('a', 'x', 'y')], [bound('x'), bound('x', 'y'), bound()])).toEqual([
      'a',
      undefined,
      undefined,
    ]);
  });
});
