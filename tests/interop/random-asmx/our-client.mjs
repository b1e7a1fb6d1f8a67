import { setTimeout as delay } from 'node:timers/promises';
import { recordingTransport } from '../own-client.mjs';
import { jsonClient } from './json-client.mjs';

const kinds = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** Of a message that is empty, .NET reads repeated parameters as null, and otherwise as empty arrays; with a header it cannot be asked which. */
const withoutEmpties = (dump) => dump.replaceAll('[]', '~');

/** .NET indents what it answers over GET and POST, so that content which is open has white space more. */
const withoutIndents = (dump) => dump.replaceAll(/,?x:#(?:0a|0d|20)+(?=[,)\]])/g, '').replaceAll('(,', '(');

/**
 * Our client against services of .NET: for each operation and binding, .NET makes values, our client reads them and sends them back, .NET dumps what
 * arrived and answers it. Then the same as JSON, through a gateway that calls over SOAP 1.1. `report` gets one line for each call.
 */
export async function callServices({ services, generated, driver, url, rounds, report }) {
  for (const service of services) {
    const { transport, lastExchange, forget } = recordingTransport();
    const client = new generated[`${service.name}Client`]({
      address: `${url}/${service.name}.asmx`,
      transport,
      timeoutMs: 20_000,
    });
    const offered = generated[service.name].operations;
    const run = async (direction, operation, caller, offeredKinds) => {
      for (const binding of offeredKinds.filter((kind) => caller.offers(kind))) {
        for (let round = 0; round < rounds; round++) {
          forget();
          const seed = operation.number * 1000 + kinds.indexOf(binding) * 100 + round;
          const outcome = await caller.call(binding, seed);
          const exchange = textOf(lastExchange());
          report({ direction, service: service.name, operation, binding, value: seed, ...outcome, exchange });
        }
      }
    };
    const behindGateway = jsonClient(client, service.name);
    for (const operation of service.operations) {
      const settings = { service, operation, offered, driver, url };
      await run('client', operation, callerOf({ ...settings, client }), kinds);
      // Header blocks of answers are not part of the JSON that goes back.
      if (operation.headerName === undefined) {
        await run('gateway', operation, callerOf({ ...settings, client: behindGateway }), ['soap11']);
      }
    }
  }
}

/** Errors that say what .NET cannot do. */
const limits = [
  [
    /a nil element needs it too/,
    false,
    '.NET leaves out the required attributes of elements that are nil: the gateway passes them on, and takes none from callers',
  ],
  [/error generating the XML document/, false, '.NET writes some types over SOAP only, and fails over GET and POST'],
  [
    /The document has no root element/,
    true,
    '.NET answers an XmlElement that is null with no document over GET and POST',
  ],
  [
    /Expected the element "(\w+?)\d+", but the answer is "\1"/,
    false,
    '.NET declares an answer over GET and POST with the number that it gives to types of one name, and sends it without',
  ],
  [
    /: "" is not (?:a valid|one of)/,
    true,
    '.NET declares the root elements of answers over GET and POST once, those of double and of double? alike',
  ],
];

function callerOf({ service, operation, client, offered, driver, url }) {
  const { number, kind, style, parameters, headerName } = operation;
  const target = `${kind === 'oneWay' ? 'tell' : 'echo'}${number}`;
  const isForm = (binding) => binding === 'httpGet' || binding === 'httpPost';
  const has = (method, binding) => offered[method]?.[binding] !== undefined;
  /** Values that a form cannot carry are only read over GET and POST, and sent back over SOAP 1.1. */
  const echoes = (binding) => has(target, binding) && (kind === 'form' || !isForm(binding));
  const inputOf = (given) =>
    style === 'bare' || parameters.length > 1
      ? given
      : { [propertyOf(parameters[0].wire, parameters[0].isOptional)]: absentOr(given, parameters[0]) };

  async function give(binding, seed) {
    let headers;
    const options = {
      binding: has(`give${number}`, binding) ? binding : 'soap11',
      onResponse: ({ soapHeaders }) => {
        headers = soapHeaders;
      },
    };
    const given = await client[`give${number}`](style === 'bare' ? seed : { seed }, options);
    return { given, headers };
  }

  /** The first of our echoes, which .NET was given. */
  function expectedResult(given) {
    const echoed = parameters.filter((parameter) => parameter.echoed);
    if (kind === 'oneWay') {
      return undefined;
    }
    if (parameters.length === 1) {
      return given;
    }
    return echoed.length === 1
      ? given[propertyOf(echoed[0].wire, echoed[0].isOptional)]
      : pickedOf(
          given,
          echoed.map(({ wire, isOptional }) => propertyOf(wire, isOptional)),
        );
  }

  async function call(binding, seed) {
    driver.take();
    const made = await settled(() => give(binding, seed));
    if (made.error !== undefined) {
      return judgeFailure('give', made.error, seed);
    }
    const expected = await line();
    const { given, headers } = made.value;
    const soapHeaders = headerName === undefined ? undefined : { [headerName]: headers?.[headerName] };
    const echoed = await settled(() =>
      client[target](inputOf(given), {
        binding: echoes(binding) ? binding : 'soap11',
        ...(soapHeaders && { soapHeaders }),
      }),
    );
    if (echoed.error !== undefined) {
      return judgeFailure('echo', echoed.error, seed);
    }
    if (kind === 'oneWay') {
      return { status: 'right' };
    }
    return judge({ binding, seed, expected: expected.dump, arrived: (await line()).dump, given, result: echoed.value });
  }

  const line = () => driver.next(5_000).catch((error) => ({ dump: `nothing: ${error.message}` }));

  async function judge({ binding, seed, expected, arrived, given, result }) {
    const agrees = (dump) => arrived === dump || (isForm(binding) && withoutIndents(arrived) === withoutIndents(dump));
    if (!agrees(expected)) {
      const alone = await aloneOf(seed);
      const isEmpty = headerName !== undefined && withoutEmpties(arrived) === withoutEmpties(expected);
      if (!agrees(alone) && !isEmpty) {
        return { status: 'wrong', problem: difference({ arrived, made: expected, alone }) };
      }
    } else if (show(expectedResult(given)) !== show(result) && (kind === 'form' || !isForm(binding))) {
      return { status: 'wrong', problem: difference({ sent: show(expectedResult(given)), got: show(result) }) };
    }
    return { status: 'right' };
  }

  /** A call that .NET cannot serve is a limit when .NET cannot read what it writes itself. */
  async function judgeFailure(step, error, seed) {
    const alone = await aloneOf(seed);
    const found = limits.find(([pattern, isNull]) => pattern.test(error.message) && (!isNull || alone === '~'));
    const reason = alone.startsWith('cannot') ? '.NET cannot read what it writes' : found?.[2];
    const problem = `${step}: ${error.name}: ${error.message.slice(0, 400)}\n   .NET alone: ${alone.slice(0, 300)}`;
    return { status: reason === undefined ? 'wrong' : 'limit', reason, problem };
  }

  async function aloneOf(seed) {
    await delay(20);
    const method = target[0].toUpperCase() + target.slice(1);
    const query = new URLSearchParams({ service: `${service.namespace}.${service.name}`, method, seed: String(seed) });
    const answer = await fetch(`${url}/Control.asmx/Alone?${query}`);
    const text = await answer.text();
    return answer.ok ? unescaped(text.replace(/^.*<string[^>]*>([^<]*)<.*$/s, '$1')).trim() : `cannot: ${text}`;
  }

  return { call, offers: (binding) => echoes(binding) || (headerName === undefined && has(`give${number}`, binding)) };
}

/** As JSON, a result that is absent is null; a parameter that is absent is left out. */
const absentOr = (given, { isOptional }) => (given === null && isOptional ? undefined : given);

/** The property of a parameter: an optional member is marked as an element where every object has its name. */
const propertyOf = (wire, isOptional) => (wire in {} && isOptional ? `${wire}$element` : wire);

function pickedOf(object, names) {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(object, name)).map((name) => [name, object[name]]));
}

/** Texts from where the first differs from the second. */
function difference(texts) {
  const [one, other] = Object.values(texts);
  let at = 0;
  while (at < one.length && one[at] === other[at]) {
    at++;
  }
  const from = Math.max(0, at - 60);
  return Object.entries(texts)
    .map(([name, text]) => `\n   ${name.padEnd(8)}…${text.slice(from, from + 200)}`)
    .join('');
}

const unescaped = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const textOf = ({ request, answer }) => `${request}\n\n${answer}`;

async function settled(work) {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

/** A value as text. Which prefixes an open element has, and where they are declared, is not part of it. */
function show(value) {
  return JSON.stringify(value ?? null, (name, held) => {
    if (name === 'declarations' || name === 'prefix') {
      return undefined;
    }
    if (typeof held === 'bigint') {
      return `${held}n`;
    }
    if (typeof held === 'number') {
      return Object.is(held, -0) ? '-0' : String(held);
    }
    if (held !== null && Object.getPrototypeOf(held) === Object.prototype) {
      // Members in any order, and those that are undefined as absent.
      return Object.fromEntries(Object.entries(held).sort(([a], [b]) => (a < b ? -1 : 1)));
    }
    return held instanceof Uint8Array ? `bytes ${Buffer.from(held).toString('hex')}` : held;
  });
}
