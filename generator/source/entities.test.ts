import { withinSeconds } from '../../tests/support/processor-time.js';
import { readEntities } from './entities.js';

const read = (subset: string): object => Object.fromEntries(readEntities(` r [${subset}]`).entities);

it.each<[string, string, object]>([
  ['both quotes and any white space', `<!ENTITY a "1"><!ENTITY\n b\t'2' >`, { a: '1', b: '2' }],
  [
    'no declaration in a comment or instruction',
    `<!-- <!ENTITY a "1"> --><?x <!ENTITY b "2"> ?><!ENTITY c "3">`,
    { c: '3' },
  ],
  ['no parameter entity', `<!ENTITY % p "1"><!ENTITY a "2">`, { a: '2' }],
  [
    'declarations of other kinds in between',
    `<!ELEMENT r ANY><!ENTITY a "1"><!ATTLIST r b CDATA #IMPLIED>`,
    { a: '1' },
  ],
  ['nothing after a comment that does not end', `<!ENTITY a "1"><!-- <!ENTITY b "2">`, { a: '1' }],
  ['nothing of a declaration that does not end', `<!ENTITY a "1"><!ENTITY b SYSTEM "x"`, { a: '1' }],
])('reads %s', (_, subset, entities) => {
  expect(read(subset)).toEqual(entities);
});

it.each(['<!--', '<!-- ', '<?', '<!ENTITY a SYSTEM ', '<!ENTITY a "', `<!ENTITY a '"`, '<!ENTITY ', '<'])(
  'a megabyte of %j costs little',
  async (piece) => {
    const subset = piece.repeat(1_000_000 / piece.length);
    await withinSeconds(2, () => [read(subset), read(`${subset}>`)]);
  },
);
