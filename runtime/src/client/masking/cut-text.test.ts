import { CallMaskers } from './masker.js';

const secret = 'pass<&>"ü😀\u0001 word';
const operation = { name: 'Open', input: {}, output: undefined } as never;
const masker = new CallMaskers().of({ operation, input: { password: secret }, request: undefined });

const html = (text: string): string =>
  text.replace(/[^a-z ]/gu, (character) => `&#${character.codePointAt(0)};`).replace('&#60;', '&lt;');
const unicode = (text: string): string =>
  text.replace(/[^a-z ]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('a text that was cut within a credential before it came here', () => {
  it.each([
    ['plain', secret],
    ['in XML', html(secret)],
    ['in XML that is a text in XML', html(secret).replaceAll('&', '&amp;')],
    ['in a query', encodeURIComponent(secret)],
    ['in JSON', unicode(secret)],
  ])('shows nothing of it: %s', (_, form) => {
    for (let length = 4; length < form.length; length++) {
      const message = `the value "a ${form.slice(0, length)}…" of b… is not valid (line 1, column 2)`;
      const shown = masker.text(message);
      expect(shown).not.toContain('pass');
      // A text in which it is escaped is given by its length.
      expect(shown).toMatch(/^the value "a \*\*\*…" of b… is not valid \(line 1, column 2\)$|^\(\d+ characters\)$/);
    }
  });

  it('stays as it is where there is none', () => {
    expect(masker.text('a & b …, 5 % … of &am… and \\…')).toBe('a & b …, 5 % … of &am… and \\…');
  });
});
