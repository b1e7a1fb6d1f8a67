import { answerOf, bits, walletCalls } from './cases.mjs';
import { judge } from './check.mjs';

const call = walletCalls().find(({ name }) => name === 'long 9007199254740993')!;
const args = call.args.map(({ value }) => value);
const good = {
  call,
  binding: 'soap11',
  seen: [{ operation: call.operation, args }],
  result: { type: 'int', value: String(answerOf(call.operation, args)) },
  request: 'POST /AccountApi.asmx\ncontent-type: text/xml; charset=utf-8\n\n<x/>',
};
const one = good.seen[0]!;

describe('the judgement of an exchange', () => {
  it('passes when everything arrived and the answer came back', () => {
    expect(judge(good)).toEqual({ arrival: undefined, result: undefined });
  });

  it.each([
    ['a bit is lost', { seen: [{ ...one, args: args.map((a) => a.replace('9007199254740993', '9007199254740992')) }] }],
    ['a parameter is missing', { seen: [{ ...one, args: args.slice(1) }] }],
    ['nothing arrived', { seen: [] }],
    ['it ran twice', { seen: [one, one] }],
    ['another operation ran', { seen: [{ ...one, operation: 'Exchange' }] }],
    ['another binding was used', { request: good.request.replace('text/xml', 'application/soap+xml') }],
  ])('fails when %s', (_, change) => {
    expect(judge({ ...good, ...change }).arrival).toEqual(expect.any(String));
  });

  it('fails when the caller got another answer', () => {
    expect(judge({ ...good, result: { type: 'int', value: '1' } }).result).toContain('the caller got int 1');
    expect(judge({ ...good, result: { type: 'null', value: '' } }).result).toEqual(expect.any(String));
  });

  it('names the member in which a data contract came out differently', () => {
    const sent = JSON.stringify({ $: 'T', a: '1', list: [{ b: '2' }, null] });
    const came = sent.replace('"2"', '"3"');
    const data = { name: 'value', type: 'data', value: sent };
    const echo = {
      ...good,
      call: { service: 'S', operation: 'Echo', name: 'n', args: [data], expected: { type: 'data', value: sent } },
      seen: [{ operation: 'Echo', args: [sent] }],
      result: { type: 'data', value: sent },
    };
    expect(judge(echo)).toEqual({ arrival: undefined, result: undefined });
    expect(judge({ ...echo, seen: [{ operation: 'Echo', args: [came] }] }).arrival).toBe(
      'arrived: /list/0/b "3" for "2"',
    );
    expect(judge({ ...echo, result: { type: 'data', value: came } }).result).toBe(
      'the caller got /list/0/b "3" for "2"',
    );
    expect(judge({ ...echo, result: { type: 'data', value: 'null' } }).result).toContain('null for');
  });

  it('takes all NaNs for one, and -0 and 0 for two', () => {
    expect(bits(Number.NaN)).toBe('7ff8000000000000');
    expect(bits(-0)).not.toBe(bits(0));
    expect(bits(Number.POSITIVE_INFINITY)).toBe('7ff0000000000000');
  });
});
