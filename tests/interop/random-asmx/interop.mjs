import { runSeed } from './random-run.mjs';
import { createTally } from './tally.mjs';

/** The seeds of `npm run interop`. */
const seeds = [1, 2];
const size = { services: 5, operations: 24, rounds: 2, classes: 40, documents: 4 };

/** The part of `npm run interop`: a few seeds, hundreds of operations. */
export async function randomServices(work, say) {
  const tally = createTally({ say });
  for (const seed of seeds) {
    // Node imports a path once, so that packages of each seed need a folder of their own.
    tally.add(await runSeed({ seed, ...size, work: `${work}/${seed}`, report: tally.reporter(seed) }));
  }
  say(tally.summary());
  return tally;
}

const introduction = `A generator makes random \`.asmx\` services in C# (\`tests/interop/random-asmx/\`): classes, structs, enumerations, \`[Flags]\`, nullable values, arrays,
jagged arrays, \`List<T>\`, inheritance, choices, any elements and attributes, mixed content, texts with attributes, \`Specified\`, \`DefaultValue\`, forms,
namespaces, orders and odd names; parameters wrapped, bare, rpc/literal, rpc/encoded and document/encoded; headers, one-way, GET and POST. Of each operation, .NET
makes values from a seed and dumps them bit for bit, our generated client reads them and sends them back in every binding, and .NET dumps what arrived. The same
values go from .NET through our gateway as JSON, and back. In the other direction, C# that Mono's \`wsdl\` makes from our \`?WSDL\` calls our server, which answers what it gets. Random data contracts go
through \`parseXml\` (strict), \`validate\` and \`formatXml\`, and .NET reads the result. A value is right when it is the one that .NET made, or the one that .NET
itself reads after it wrote it.

\`node tests/interop/random-asmx/run.mjs --services 100 --seed 7\` makes a longer run, such as a nightly one, of 2,400 operations; what is wrong is printed with the arguments that repeat it.`;

/** What is never made, each with its reason. */
const skipped = [
  'Structs in SOAP encoding: .NET has no structs inside others there.',
  'Attributes, namespaces, choices and defaults in SOAP encoding: XmlSerializer has none.',
  'Carriage returns, and tabs and line feeds in attributes: Mono writes them raw, and XML readers change them.',
  'Doubles beyond 1e-60 and 1e60, but for some: Mono reads many of them one bit off.',
  'Empty texts of elements with a default: XML Schema reads the default (Part 1, 3.3.4), .NET an empty text.',
  'Lists in attributes that are null or empty: .NET declares them as required, and leaves them out.',
  'Arrays of bytes that are repeated elements: the proxies of .NET write base64 for them.',
  'Structs that are null in proxies: the schema requires them.',
  'XmlElement and nullable values as parameters of rpc/literal: .NET refuses the first, and does not declare that the second may be nil.',
  'Arrays of `List<T>`: Mono cannot generate their serializers.',
  'Null, -0, infinities, kinds of time and bytes as parameters over GET and POST: forms have no such values.',
  'Header blocks through the gateway.',
  'Proxies for GET and POST: all their parameters are texts.',
  'That one-way methods of .NET ran: Mono accepts the message and does not run the method. Our server answers those of the proxies.',
];

/** The section of `docs/interop.md`. */
export function randomText({ totals, lines, reasons }) {
  const rows = lines().map(
    ({ title, right, limit, wrong }) => `| ${title} | ${right.toLocaleString('en-US')} | ${limit} | ${wrong} |`,
  );
  const limits = [...reasons].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reason, count]) => `- ${reason}: ${count}.`);
  return [
    '## Random services of .NET',
    introduction,
    `Seeds ${seeds.join(' and ')}: ${totals.services} services, ${totals.operations} operations.`,
    ['| | right | stopped by a limit of .NET | wrong |', '|---|---|---|---|', ...rows].join('\n'),
    'Limits that were met:',
    limits.join('\n') || '- none.',
    'Left out:',
    skipped.map((text) => `- ${text}`).join('\n'),
  ].join('\n\n');
}
