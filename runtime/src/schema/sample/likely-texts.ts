/** Values that a person would write, by the words in the name of an element or attribute. */

/** Words, and the texts for names that contain one of them. */
type Rule = readonly [words: string, ...texts: readonly string[]];

/** Numbers, by the last of the words that is known: units are at the end of names. */
const numberRules: readonly Rule[] = [
  ['milliseconds millisecond millis msecs msec ms', '30000', '5000', '60000'],
  ['seconds second secs sec timeout ttl', '30', '60', '10'],
  ['minutes minute mins interval', '15', '30', '5'],
  ['hours hour', '9', '12', '18'],
  ['days day', '15', '7', '28'],
  ['weeks week', '2', '4', '12'],
  ['months month', '6', '3', '12'],
  ['years year', '2024', '2025', '2026'],
  ['percent percentage rate', '15', '20', '5'],
  ['quantity qty count', '3', '2', '5'],
  ['price amount total cost fee balance sum', '19.99', '5.50', '120', '20'],
  ['latitude lat', '52.52', '48.137', '53'],
  ['longitude lng lon', '13.405', '11.575', '10'],
  ['port', '8080', '443', '8443'],
  ['age', '42', '30', '65'],
];
/** Texts, by the first rule of which a word is in the name. */
const textRules: readonly Rule[] = [
  ['email mail', 'anna@example.org', 'info@example.com', 'ben@example.net'],
  ['phone telephone mobile fax tel', '+1 555 0100', '+1 555 0142', '+1 555 0199'],
  [
    'url uri href link website homepage',
    'https://www.example.org/',
    'https://example.com/start',
    'https://example.net/',
  ],
  ['host hostname domain', 'www.example.org', 'example.com', 'mail.example.net'],
  ['ip', '192.0.2.1', '198.51.100.7', '203.0.113.20'],
  ['filename file', 'report.pdf', 'invoice.xml', 'photo.jpg'],
  ['currency', 'EUR', 'USD', 'JPY'],
  ['language locale lang', 'en', 'de', 'fr'],
  ['country', 'DE', 'US', 'Japan'],
  ['city town', 'Berlin', 'Boston', 'Osaka'],
  ['zip postcode postal', '10115', '02108', '540-0001'],
  ['street', '1 Main Street', '22 High Street', '5 Park Lane'],
  ['firstname forename given', 'Anna', 'Ben', 'Chris'],
  ['lastname surname family', 'Miller', 'Smith', 'Jones'],
  ['company organization organisation', 'Example Ltd', 'Sample Inc', 'Test AG'],
  ['timestamp datetime', '2024-01-15T09:30:00Z', '2025-06-30T18:00:00Z'],
  ['date birthday', '2024-01-15', '2025-06-30'],
  ['amount price total cost fee balance', '19.99', '5.50', '120.00'],
];
const numberTexts = textsByWord(numberRules);
const plainTexts = textsByWord(textRules);
const ranks: ReadonlyMap<string, number> = new Map([...plainTexts.keys()].map((word, rank) => [word, rank]));

function textsByWord(rules: readonly Rule[]): ReadonlyMap<string, readonly string[]> {
  return new Map(rules.flatMap(([words, ...texts]) => words.split(' ').map((word) => [word, texts] as const)));
}

/** The words of a name in lower case, and neighbours as one: `e-mail`, `firstName`. */
function wordsOf(name: string): readonly string[] {
  const words = name.slice(0, 200).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  const lower = words.map((word) => word.toLowerCase());
  return lower.flatMap((word, i) => [...(i === 0 ? [] : [`${lower[i - 1]}${word}`]), word]);
}

/** Texts for an element or attribute of that name that is a number or a text, the best first; none for names that say nothing. */
export function likelyTexts(name: string, kind: 'number' | 'text'): readonly string[] {
  const words = wordsOf(name);
  if (kind === 'number') {
    return numberTexts.get(words.findLast((word) => numberTexts.has(word)) ?? '') ?? [];
  }
  const [best] = words.filter((word) => ranks.has(word)).sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  return plainTexts.get(best ?? '') ?? [];
}
