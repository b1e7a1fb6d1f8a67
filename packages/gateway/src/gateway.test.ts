import { SoapFault } from '@wsdl-codegen/runtime';
import { orderGateway as gatewayTo, json, problemOf } from '../../../tests/support/runtime/gateway.js';

const accept = (type: string): Readonly<Record<string, string>> => ({ Accept: type });

describe.each(['class', 'client'] as const)('in front of a %s', (way) => {
  it('an operation is called with JSON, and answers with JSON', async () => {
    const send = gatewayTo({}, {}, way);
    const answer = await send('/Orders/listOrders', json({ count: 2 }));
    expect([answer.status, answer.type]).toEqual([200, 'application/json']);
    expect(JSON.parse(answer.text)).toEqual({ title: 'all', orders: [{ id: 0 }, { id: 1 }] });
  });

  it('a list of one item is a list, and an empty one is empty', async () => {
    const send = gatewayTo({}, {}, way);
    expect((await send('/Orders/getOrders', json({ count: 1 }))).text).toBe('[{"id":0}]');
    expect((await send('/Orders/getOrders', json({ count: 0 }))).text).toBe('[]');
  });

  it('all mistakes of a request are told at once, with the place of each and the name that was meant', async () => {
    const send = gatewayTo({}, {}, way);
    const answer = await send('/Orders/putOrders', json({ titel: 'x', orders: [{ id: 'x' }, { id: 1 }] }));
    expect([answer.status, answer.type]).toEqual([422, 'application/problem+json']);
    const { errors, ...problem } = problemOf(answer);
    expect(problem).toMatchObject({ status: 422, title: 'Unprocessable Content' });
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pointer: '/titel', meant: 'title' }),
        expect.objectContaining({ pointer: '/title' }),
        expect.objectContaining({ pointer: '/orders/0/id' }),
      ]),
    );
  });

  it('items are sent one by one where the request asks for it', async () => {
    const send = gatewayTo({}, {}, way);
    const lines = await send('/Orders/listOrders', json({ count: 2 }, accept('application/x-ndjson')));
    expect([lines.type, lines.text]).toEqual(['application/x-ndjson', '{"id":0}\n{"id":1}\n']);
    const sequence = await send('/Orders/getOrders', json({ count: 1 }, accept('application/json-seq')));
    expect([sequence.type, sequence.text]).toEqual(['application/json-seq', '\u001e{"id":0}\n']);
  });

  it('items are taken one by one', async () => {
    const send = gatewayTo({}, {}, way);
    const lines = { body: '{"id":1}\n\n{"id":2}', headers: { 'Content-Type': 'application/x-ndjson' } };
    expect((await send('/Orders/putOrders?title=t&total=3', lines)).text).toBe('2');
    const wrong = await send('/Orders/putOrders?title=t', { ...lines, body: '{"id":1}\n{"Id":2}\n' });
    expect(wrong.status).toBe(422);
    expect(problemOf(wrong).errors[0]).toMatchObject({ pointer: '/orders/1/Id', meant: 'id' });
    const broken = await send('/Orders/putOrders?title=t', { ...lines, body: '{"id":1}\n{"id"\n' });
    expect(broken.status).toBe(400);
  });

  it('binary values come and go as they are', async () => {
    const send = gatewayTo({}, {}, way);
    const file = { body: new Uint8Array([1, 2, 3]), headers: { 'Content-Type': 'image/png' } };
    expect((await send('/Orders/putFile?name=a', file)).text).toBe('3');
    const got = await send('/Orders/getFile', json({ count: 2 }, accept('application/octet-stream')));
    expect([got.type, got.text]).toEqual(['application/octet-stream', '\u0007\u0007']);
    const whole = await send('/Orders/getFile', json({ count: 2 }));
    expect(JSON.parse(whole.text)).toEqual({ content: 'Bwc=' });
  });

  it('a declared fault is a problem with its detail', async () => {
    const listOrders = (): never => {
      throw new SoapFault('No orders today.', { code: 'Client', fault: 'Broken', detail: { why: 'Sunday' } });
    };
    const send = gatewayTo({ listOrders }, {}, way);
    const answer = await send('/Orders/listOrders', json({ count: 1 }));
    expect([answer.status, answer.type]).toEqual([422, 'application/problem+json']);
    expect(problemOf(answer)).toMatchObject({
      detail: 'No orders today.',
      fault: { name: 'Broken', detail: { why: 'Sunday' } },
    });
  });

  it('another error says nothing of what is behind the gateway', async () => {
    const errors: unknown[] = [];
    const listOrders = (): never => {
      throw new Error('password of db.internal:1521');
    };
    const send = gatewayTo({ listOrders }, { onError: (error) => errors.push(error) }, way);
    const answer = await send('/Orders/listOrders', json({ count: 1 }));
    expect(answer.status).toBe(way === 'class' ? 500 : 502);
    expect(answer.text).not.toContain('internal');
  });
});
