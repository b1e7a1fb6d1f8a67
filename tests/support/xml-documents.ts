import fc from 'fast-check';

/** Texts that are XML with every construct that a reader knows, and texts that are nearly XML. */

const name = fc.constantFrom('a', 'b', 'é', '__proto__', 'constructor', 'a.b-c', 'p:a', 'q:b', 'p:__proto__', 'xml:a');
const declaration = fc.constantFrom(
  'xmlns="u:1"',
  "xmlns='u:2'",
  'xmlns=""',
  'xmlns:p="u:1"',
  'xmlns:p="u:2"',
  'xmlns:q="u:1"',
  'xmlns:q = "u:3"',
  'xmlns:xml="http://www.w3.org/XML/1998/namespace"',
  'xmlns:__proto__="u:4"',
);
const run = fc.constantFrom(
  'text',
  ' ',
  '\n',
  '\t',
  '\r',
  '\r\n',
  '&amp;',
  '&lt;',
  '&gt;',
  '&quot;',
  '&apos;',
  '&#65;',
  '&#x1F600;',
  '&#13;',
  '&#xA;',
  '😀',
  ']',
  ']]',
  '>',
  'Ж',
  'long text that goes on past the length up to which a loop looks for its end',
);
const value = fc.array(run, { maxLength: 4 }).map((runs) => runs.join('').replaceAll(']]>', ''));
const attribute = fc.oneof(
  fc.tuple(name, value).map(([n, v]) => `${n}="${v}"`),
  fc.tuple(name, value).map(([n, v]) => `${n}\n= '${v}'`),
  declaration,
);
const attributes = fc.array(attribute, { maxLength: 4 }).map((list) => list.map((a) => ` ${a}`).join(''));
const passedOver = fc.constantFrom('<!---->', '<!-- & < -->', '<?pi?>', '<?pi a="b"?>', '<?é ?>');
const section = fc.constantFrom('<![CDATA[]]>', '<![CDATA[a<b&c]]]>', '<![CDATA[\r\n]]]]>', '<![CDATA[>]]>');

const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(name, attributes).map(([n, a]) => `<${n}${a}/>`),
    fc.tuple(name, attributes, tie('content')).map(([n, a, c]) => `<${n}${a}>${c}</${n} >`),
  ),
  content: fc
    .array(fc.oneof(value, passedOver, section, tie('element'), tie('element')), { maxLength: 5 })
    .map((c) => c.join('')),
}));
const prolog = fc.constantFrom(
  '',
  '\ufeff',
  '<?xml version="1.0"?>',
  "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\r\n",
  '<!-- c -->\n',
);
// Nothing is well-formed without the prefixes that names use.
/** Well-formed in all that needs no look at two places: prefixes may be unknown, and attributes occur twice. */
export const document: fc.Arbitrary<string> = fc
  .tuple(prolog, element, fc.constantFrom('', '\n', '<!-- c -->', '<?pi?> '))
  .map(([p, e, after]) => `${p}<root xmlns:p="u:p" xmlns:q="u:q">${e}</root>${after}`);

const fragment = fc.constantFrom(
  '<',
  '>',
  '/',
  '</',
  '/>',
  '=',
  '"',
  "'",
  '&',
  ';',
  '&#',
  '&#x',
  '&amp',
  '&#0;',
  '&#xD800;',
  '&#x110000;',
  '&#xFFFE;',
  '<!',
  '<!--',
  '--',
  '-->',
  '<?',
  '?>',
  '<?xml version="1.0"?>',
  '<![CDATA[',
  ']]>',
  'xmlns',
  'xmlns:',
  ':',
  'a:b:c',
  ' ',
  '\0',
  '\x01',
  '\x7f',
  '\ufffe',
  '\ud800',
  '\udc00',
  '-',
  '.',
  '1',
  'xmlns:p=""',
  ' xmlns:xmlns="u:1"',
  ' xmlns:z="http://www.w3.org/XML/1998/namespace"',
  ' xmlns="http://www.w3.org/2000/xmlns/"',
  '<z:a/>',
  '<xmlns:a/>',
  '<a b="1" b="2"/>',
);
/** Such a document with a piece of markup at any place. */
export const broken: fc.Arbitrary<string> = fc
  .tuple(document, fragment, fc.nat(), fc.nat(3))
  .map(
    ([text, f, at, removed]) =>
      text.slice(0, at % (text.length + 1)) + f + text.slice((at % (text.length + 1)) + removed),
  );

/** Pieces of markup in any order. */
export const shattered: fc.Arbitrary<string> = fc
  .array(fc.oneof(fragment, name, run), { maxLength: 12 })
  .map((pieces) => `<a>${pieces.join('')}</a>`);
