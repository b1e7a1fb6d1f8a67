import { randomContracts } from './contracts.mjs';
import { randomService } from './service.mjs';

describe('random services', () => {
  it('are the same for the same seed and index', () => {
    expect(randomService(3, 2, 12)).toEqual(randomService(3, 2, 12));
    expect(randomContracts(3, 20)).toBe(randomContracts(3, 20));
  });

  it('differ for other seeds and indexes', () => {
    const { source } = randomService(3, 2, 12);
    expect(randomService(4, 2, 12).source).not.toBe(source);
    expect(randomService(3, 3, 12).source).not.toBe(source);
    expect(randomContracts(4, 20)).not.toBe(randomContracts(3, 20));
  });

  it('have every style and every kind of operation', () => {
    const { operations } = randomService(1, 1, 200);
    const styles = ['bare', 'documentEncoded', 'rpcEncoded', 'rpcLiteral', 'wrapped'];
    expect([...new Set(operations.map(({ style }) => style))].sort()).toEqual(styles);
    expect([...new Set(operations.map(({ kind }) => kind))].sort()).toEqual(['form', 'oneWay', 'values']);
  });

  it('have a method that gives values for each that takes them', () => {
    const { source, operations } = randomService(1, 1, 30);
    for (const { number, kind } of operations) {
      expect(source).toContain(` Give${number}(`);
      expect(source).toContain(` ${kind === 'oneWay' ? 'Tell' : 'Echo'}${number}(`);
    }
  });
});
