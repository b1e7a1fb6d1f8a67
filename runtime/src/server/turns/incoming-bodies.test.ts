import { serverLimits } from '../base/limits.js';
import { IncomingBodies } from './incoming-bodies.js';

describe('IncomingBodies', () => {
  it('refuses the body that has been arriving for the longest time, and as many as need be', () => {
    const bodies = new IncomingBodies(100);
    const refused: string[] = [];
    const begin = (name: string): ReturnType<typeof bodies.begin> => bodies.begin(() => refused.push(name));
    const [first, second, third] = [begin('first'), begin('second'), begin('third')];
    expect([first.grow(40), second.grow(40), third.grow(20)]).toEqual([true, true, true]);
    expect(third.grow(10)).toBe(true);
    expect([refused, bodies.bytes]).toEqual([['first'], 70]);
    expect(third.grow(70)).toBe(true);
    expect([refused, bodies.bytes]).toEqual([['first', 'second'], 100]);
    expect([first.grow(1), second.grow(1), bodies.bytes]).toEqual([false, false, 100]);
  });

  it('refuses a body for which nothing else makes room', () => {
    const bodies = new IncomingBodies(100);
    let refused = 0;
    const whole = bodies.begin(() => fail('whole'));
    whole.grow(90);
    whole.complete();
    const body = bodies.begin(() => refused++);
    expect(body.grow(20)).toBe(false);
    expect([refused, bodies.bytes]).toEqual([1, 90]);
    whole.end();
    expect(bodies.bytes).toBe(0);
  });

  it('counts nothing twice', () => {
    const bodies = new IncomingBodies(100);
    const body = bodies.begin(() => fail('refused'));
    body.grow(50);
    body.complete();
    body.complete();
    body.end();
    body.end();
    expect(bodies.bytes).toBe(0);
  });
});

it('one body of the length that is allowed always has room', () => {
  expect(serverLimits({ maxIncomingBytes: 10, maxBodyBytes: 5000 }).maxIncomingBytes).toBe(5000);
  expect(serverLimits({ maxBodyBytes: 100_000_000 }).maxIncomingBytes).toBe(400_000_000);
  expect(() => serverLimits({ maxIncomingBytes: -1 })).toThrow('limits.maxIncomingBytes is -1');
});
