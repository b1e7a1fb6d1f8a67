import { bindings } from './cases.mjs';
import { randomText } from './random-asmx/interop.mjs';

const groups = {
  AccountApi: 'Account',
  TelepayApi: 'Telepay',
  ExchangerApi: 'Exchanger',
  PushApi: 'Push',
  ErrorsApi: 'Errors',
  AddressLocator: 'Address locator',
  Parcels: 'Data contracts',
  Registry: 'SOAP encoding',
};
const bindingNames = { soap11: 'SOAP 1.1', soap12: 'SOAP 1.2', httpGet: 'HTTP GET', httpPost: 'HTTP POST' };
const titles = {
  client: '## Clients of other stacks, our server',
  server: '## Our client, servers of other stacks',
};

/** The page `docs/interop.md`. Nothing in it depends on when or where the run was: the same stacks give the same page. */
export function page(outcomes, limits, random) {
  const letters = new Map(limits.map((limit, i) => [limit, i + 1]));
  const parts = [introduction(outcomes)];
  for (const side of ['client', 'server']) {
    parts.push(
      titles[side],
      table(
        outcomes.filter((o) => o.side === side),
        letters,
      ),
    );
  }
  const notes = outcomes.filter((o) => o.note !== undefined).map((o) => `- ${o.stack}, as a ${o.side}: ${o.note}`);
  parts.push('## How they are run', notes.join('\n'));
  parts.push(...headersText(outcomes.filter((o) => o.side === 'headers' && o.missing === undefined)));
  parts.push(...messagesText(outcomes.filter((o) => o.side === 'messages' && o.missing === undefined)));
  parts.push(...signatureText(outcomes.find((o) => o.side === 'signature')));
  parts.push(...securedText(outcomes.filter((o) => o.side === 'secured' && o.missing === undefined)));
  parts.push(...commandText(outcomes.filter((o) => o.side === 'command' && o.missing === undefined)));
  parts.push(...(random === undefined ? [] : [randomText(random)]));
  const missing = outcomes.filter(
    (o) => o.missing !== undefined && !['headers', 'messages', 'secured'].includes(o.side),
  );
  if (missing.length > 0) {
    parts.push('## Not available', missing.map((o) => `- ${o.stack} as a ${o.side}: ${o.missing}`).join('\n'));
  }
  parts.push(
    '## Limits of other stacks',
    'Each is a check that does not pass because of what the other side sends or understands, with one exchange that shows it.',
  );
  parts.push(...limits.map((limit) => limitText(limit, letters.get(limit))));
  return `${parts.join('\n\n')}\n`;
}

/** WS-Addressing and WS-Security: calls that were right of those that were made, for each stack. */
export function headersText(outcomes) {
  if (outcomes.length === 0) {
    return [];
  }
  const text = `WS-Addressing 1.0 and 2004/08, user name tokens as text and as digests, timestamps, both together, and wrong passwords, which have to be refused. A call is right
when the text came back, the server knew the user, and the answer was related to the request. Each stack gets the calls that it can make: zeep speaks version 1.0,
the package \`soap\` leaves WS-Addressing alone, and the server of gSOAP's plug-in \`wsse\` wants a timestamp beside a token.`;
  return ['## WS-Addressing and WS-Security', text, directions(outcomes)];
}

/** Calls that were right of those that were made, in both versions of SOAP. */
function directions(outcomes) {
  const rows = outcomes.map(({ of: side, stack, version, checks }) => {
    const cells = ['soap11', 'soap12'].map((binding) => {
      const ofBinding = checks.filter((c) => c.binding === binding);
      return ofBinding.length === 0
        ? '–'
        : `${ofBinding.filter((c) => c.status === 'passed').length}/${ofBinding.length}`;
    });
    return `| ${stack} ${version} | ${side === 'client' ? 'client of our server' : 'server for our client'} | ${cells.join(' | ')} |`;
  });
  return ['| Stack | As | SOAP 1.1 | SOAP 1.2 |', '|---|---|---|---|', ...rows].join('\n');
}

/** JAX-WS: declared header blocks, WS-Addressing that a policy requires, MTOM. WCF: message contracts over three bindings. */
function messagesText(outcomes) {
  if (outcomes.length === 0) {
    return [];
  }
  const text = `Classes that \`wsimport\` makes of what our server publishes: a declared header block that is there and one that is null (JAX-WS sends it as nil), 40,000 octets inside the envelope and
over MTOM, each without WS-Addressing and with the one that a policy of the WSDL requires. Message contracts of WCF, with header blocks in both directions, over basicHttpBinding, over wsHttpBinding without security (SOAP 1.2,
WS-Addressing 1.0) and over SOAP 1.1 with WS-Addressing 2004/08.`;
  return ['## Header blocks, policies and MTOM', text, directions(outcomes)];
}

function signatureText(outcome) {
  if (outcome?.checks === undefined) {
    return [];
  }
  const passed = outcome.checks.filter((c) => c.status === 'passed').length;
  const text = `Messages that our client sends with the security object \`WSSecurityCert\` of the package \`soap\` (\`@wsdl-codegen/soap\`), in SOAP 1.1 and 1.2 and
with every string above, verified by ${outcome.stack} ${outcome.version} as they arrived at our server, and refused by it after one character of the Body was changed:
${passed}/${outcome.checks.length}.`;
  return ['## Signed messages', text];
}

/** Messages that `@wsdl-codegen/ws-security` signs, encrypts, verifies and decrypts, with stacks that do the same. */
export function securedText(outcomes) {
  if (outcomes.length === 0) {
    return [];
  }
  const text = `Messages that \`@wsdl-codegen/ws-security\` signs and encrypts, and those that it verifies and decrypts. The requests and the answers are protected, each side requires
that of the other, and a call is right when the text came back; a request that was changed on its way has to be refused. With gSOAP's plug-in \`wsse\`: RSA and HMAC from SHA-1 to
SHA-512, certificates as tokens, in the signature, and by issuer, key identifier and thumbprint, a signed user name token, AES and 3DES with CBC and GCM, keys with RSA 1.5 and shared ones, encrypted
signatures. With message security of WCF (WSS 1.0, certificates on both sides, WS-Addressing): suites of AES and RSA-OAEP, signed before they are encrypted, with and without the signature.

What is left out is written in another way by the other side: keys that gSOAP calls OAEP are encrypted with RSA 1.5, its inclusive form is not canonical, its signatures of RSA with SHA-384 have the
name of SHA-512, those of ECDSA are DER, it encrypts an empty text without the end of its element, and its server does not read messages in SOAP 1.2 that are signed and encrypted with CBC and a key of RSA. Mono writes
header blocks and the name of the Body anew before it verifies them: it reads only signatures of the Body and the timestamp, from clients with \`prefixes: { soap: 's' }\`.`;
  return ['## Signed and encrypted messages', text, directions(outcomes)];
}

function commandText(outcomes) {
  if (outcomes.length === 0) {
    return [];
  }
  const text = `\`codegen pull\` of what the running server publishes, \`codegen call\` in each binding, the same calls through \`codegen mock --record --strict\`, and again from the
recordings with \`--replay --strict\` once the server is gone: ${outcomes
    .map(({ stack, version, checks }) => {
      return `${stack} ${version} ${checks.filter((c) => c.status === 'passed').length}/${checks.length}`;
    })
    .join(', ')}.`;
  return ['## The command', text];
}

function introduction(outcomes) {
  const checks = outcomes.filter((o) => o.side === 'client' || o.side === 'server').flatMap((o) => o.checks ?? []);
  const passed = checks.filter((c) => c.status === 'passed').length;
  const limited = checks.filter((c) => c.status === 'limit').length;
  const failed = checks.length - passed - limited;
  return `# Interoperability

Calls between our clients and servers and those of other stacks, every operation in every binding that each stack has, by \`npm run interop\`, which installs the stacks from Debian and writes this page: ${checks.length.toLocaleString('en-US')} calls,
${passed.toLocaleString('en-US')} right, ${limited} stopped by a limit of the other stack, ${failed} wrong. A call is right when the operation ran once, over the binding
asked for, every parameter arrived bit for bit, and the caller received the exact answer. The values: longs up to ±2^63, every double that text spoils
(1e21, 1e-7, the least and the greatest, 17 digits, NaN, infinities, -0), every member of the enumeration, both booleans, characters, strings with markup,
Cyrillic, emoji, blanks, tabs, CR and LF, empty and long ones; texts and faults as answers. Data contracts of WCF: every type that has an element of its own on
the wire at both ends of its range, inheritance, [Flags], lists, dictionaries, nil beside absent, known types, members of type object, references in cycles,
a declared fault, one-way. SOAP encoding: texts, structs, arrays, and several results. The sources are in \`tests/interop/\`.

A cell is calls that were right / calls made, with the numbers of the limits below.`;
}

function table(outcomes, letters) {
  const rows = [
    `| Stack | Binding | ${Object.values(groups).join(' | ')} |`,
    `|---|---|${'---|'.repeat(Object.keys(groups).length)}`,
  ];
  for (const outcome of outcomes) {
    if (outcome.checks === undefined) {
      continue;
    }
    for (const binding of bindings) {
      const of = outcome.checks.filter((c) => c.binding === binding);
      if (of.length === 0) {
        continue;
      }
      const cells = Object.keys(groups).map((service) =>
        cell(
          of.filter((c) => c.service === service),
          letters,
        ),
      );
      rows.push(`| ${outcome.stack} ${outcome.version} | ${bindingNames[binding]} | ${cells.join(' | ')} |`);
    }
  }
  return rows.join('\n');
}

function cell(checks, letters) {
  if (checks.length === 0) {
    return '–';
  }
  const passed = checks.filter((c) => c.status === 'passed').length;
  const failed = checks.some((c) => c.status === 'failed') ? ' **wrong**' : '';
  const notes = [...new Set(checks.flatMap((c) => c.limits ?? []))]
    .map((limit) => letters.get(limit))
    .sort((a, b) => a - b);
  return `${passed}/${checks.length}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}${failed}`;
}

function limitText(limit, letter) {
  const evidence = (limit.evidence ?? '') === '' ? '' : `\n\n\`\`\`\n${limit.evidence}\n\`\`\``;
  return `### ${letter}. ${limit.stack === '*' ? 'All stacks' : [limit.stack].flat().join(' · ')}, as a ${limit.side}\n\n${limit.reason}\n\n${limit.met} checks, such as ${escapeMarkdown(limit.example)}${evidence}`;
}

function escapeMarkdown(text) {
  return text.replace(/[<>*_|]/g, '\\$&').replaceAll('\n', ' ');
}
