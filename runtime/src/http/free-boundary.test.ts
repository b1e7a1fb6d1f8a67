import fc from 'fast-check';
import { freeBoundary } from './free-boundary.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a boundary', () => {
  it('is the stem if no content contains it', () => {
    expect(freeBoundary('stem', ['', 'ste', bytes('sTem')])).toBe('stem');
    expect(freeBoundary('stem', [], 1)).toBe('stem0');
  });

  it('occurs in no content, whatever that is made of', () => {
    const piece = fc.oneof(fc.constantFrom('stem', 'ste', 'm', 's', '-', '0', '1', '\n'), fc.nat(120).map(String));
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), fc.nat(2), (texts, digits) => {
        const boundary = freeBoundary('stem', texts, digits);
        expect(texts.some((each) => each.includes(boundary))).toBe(false);
        expect(boundary).toMatch(new RegExp(`^stem\\d{${digits},}$`));
        expect(freeBoundary('stem', texts.map(bytes), digits)).toBe(boundary);
      }),
    );
  });

  it('is found and short even if the content contains every one that was ever chosen', () => {
    const taken = (count: number, width: number): string =>
      Array.from({ length: count }, (_, i) => `\n--stem${String(i).padStart(width, '0')}`).join('');
    expect(freeBoundary('stem', [bytes(taken(10, 1))])).toBe('stem00');
    expect(freeBoundary('stem', [bytes(taken(100, 2)), taken(50, 3)])).toBe('stem050');
    const all = freeBoundary('stem', [bytes(taken(99_999, 5))]);
    expect(all).toBe('stem99999');
  });
});
