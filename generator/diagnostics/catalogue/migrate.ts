import { error, info, warning } from './entry.js';

/** What takes the place of a member of a client of `soap`. */
const counterparts: Readonly<Record<string, string>> = {
  setSecurity: 'give the options of the client `...security(object)` of @wsdl-codegen/soap where the client is made.',
  addSoapHeader:
    'give the client or the call the option `soapHeaders`: a declared header by its name, any other as a block in `$any`, XML as `parseTree(text)`. In the place of a function `soapHeaders` may be one, which is called for each attempt.',
  addHttpHeader: 'give the client or the call the option `headers`.',
  setEndpoint: 'give the client or the call the option `address`.',
  setSOAPAction: 'leave it out: the action is that of the WSDL.',
  describe: 'use the types of the package; `codegen docs` writes pages.',
  on: 'give the client the option `onExchange`, which sees requests, answers and errors, or `interceptors`, which may change calls.',
  ...Object.fromEntries(
    ['changeSoapHeader', 'clearSoapHeaders', 'getSoapHeaders'].map((name) => [
      name,
      'give the calls their own `soapHeaders`, or make `soapHeaders` of the client a function, which is called for each attempt.',
    ]),
  ),
  'the second parameter of a listener':
    'leave it out: an exchange has no identifier here. A listener for the text alone becomes `onExchange`.',
  wsdl: 'leave it out: the generated package needs no WSDL when it runs.',
};

const exchange =
  'give the client the option `onExchange`, or the call `onResponse`: they see what was sent and what came.';

/** Why a server of `soap` is not changed. */
const serverProblems = {
  options: 'its options cannot be read here, or have no counterpart',
  services: 'its services are not an object written here, with one service of the package and one set of methods',
  methods: 'its methods are not functions written in one object, each for an operation of the contract',
  incomplete:
    'an operation of the contract has no method, and the package wants one for each (`exclude` in the config leaves operations out)',
  parameters:
    'a method uses more than its first parameter and a callback, or its calls of the callback cannot be followed',
  results: 'the result of a method cannot be followed',
  waiting: 'a promise takes the place of the server, and cannot be waited for here',
} as const;

/** Wording of the diagnostics about programs that use `soap`. */
export const migrate = {
  'migrate/address': info(
    'The address of the service was the one in the WSDL that the program loads here; {service} calls {address}.',
    'give the client the option `address` or `baseUrl` if the service is elsewhere.',
  ),
  'migrate/answer-parts': warning(
    'This call of {operation} uses more of the answer than its result, so it stays as it is.',
    'give the call the option `onResponse` for the status, the headers and the SOAP headers, or the client `onExchange` for the texts of both sides.',
  ),
  'migrate/argument': warning(
    ({ name, operation, kind }: { readonly name: string; readonly operation: string; readonly kind: string }) =>
      `"${name}" of ${operation} ${kind === 'value of its own type' ? 'has another type' : `has to be a ${kind}`} now.`,
    ({ kind }: { readonly kind: string }) =>
      kind === 'bigint'
        ? 'write `5n`, or `BigInt(value)`.'
        : kind === 'string'
          ? 'write the text as it is in XML: `String(number)` of a decimal, `date.toISOString()` of a dateTime.'
          : 'change the value; the type of the parameter says how it is written.',
  ),
  'migrate/call-options': warning(
    'This call of {operation} stays as it is, because its options are not known here, or have no counterpart.',
    'change it by hand: `timeout` is `timeoutMs`, extra headers are `headers`.',
  ),
  'migrate/error-form': warning(
    'Errors have no "{member}" now.',
    'a fault of the service is a `SoapFaultError` with `code`, `reason` and `detail`; other errors have `request` and `response`.',
  ),
  'migrate/listener': info(
    'The listener for the event "{event}" gets the text when the answer is there, with credentials hidden.',
    'look at `onExchange` in the guide for all that it can be given.',
  ),
  'migrate/needs-value': warning(
    'This stays as it is, because {service} needs {names}, which the package leaves open.',
    'add `--define {first}=VALUE` for each, or give placeholders a value in the config.',
  ),
  'migrate/no-counterpart': warning(
    '"{member}" of a client of soap has no counterpart at this place.',
    ({ member }: { readonly member: string }) =>
      Object.hasOwn(counterparts, member) ? (counterparts[member] ?? exchange) : exchange,
  ),
  'migrate/not-followed': warning(
    'It is not known what becomes of {what} at this place.',
    'look at the place, and change it by hand where it expects the older form.',
  ),
  'migrate/not-found': error('There is no file "{name}".', 'name files, folders, or patterns in quotes.'),
  'migrate/older-form': info(
    'The result of {operation} goes on in the form that soap gave it, because it is used as a whole.',
    'the method gives the result alone: change the places that use it, and leave the older form out.',
  ),
  'migrate/option': warning(
    'The option "{option}" of soap is left out: it has no counterpart.',
    'look for what it did in docs/recipes/migration-from-soap.md.',
  ),
  'migrate/options': warning(
    'This client stays as it is, because the options of {service} cannot be read here.',
    'write the options as an object where the client is made, or as a constant.',
  ),
  'migrate/server': warning(
    ({ why }: { readonly why: keyof typeof serverProblems }) =>
      `This server stays as it is, because ${serverProblems[why]}.`,
    () => 'write the service by hand: docs/recipes/migration-from-soap.md shows one beside the other.',
  ),
  'migrate/soap-header': warning(
    'This SOAP header stays as it is: it is not known that the same would be sent, or when.',
    ({ blocks }: { readonly blocks: string }) =>
      `give the client or the call the option \`soapHeaders: { $any: [${blocks}] }\`, with the names and values that are sent${blocks.includes('parseTree(') ? '; `parseTree` is an export of @wsdl-codegen/runtime' : ''}.`,
  ),
  'migrate/thrown-fault': warning(
    'The server sends a fault only for a `SoapFault`, not for this object.',
    'throw a `SoapFault` of @wsdl-codegen/runtime, with its reason and code.',
  ),
  'migrate/types': info(
    'Values of {operation} have other kinds now: {changes}.',
    'change what computes with them; `scalars` of the config gives types others.',
  ),
  'migrate/unknown-argument': warning(
    '{operation} has no parameter "{name}": the call would be refused.',
    'leave it out, or see in the types of the package what it is called.',
  ),
  'migrate/unknown-operation': warning(
    'The service {service} has no operation "{name}".',
    'generate the package from the WSDL that has it.',
  ),
  'migrate/unknown-package': error('The config has no package "{name}".', 'name one of these with --package: {known}.'),
  'migrate/unknown-service': warning(
    'It is not known which service of {package} this client calls.',
    'name it with --service: {services}.',
  ),
  'migrate/unreadable': error('The file stays as it is: {reason}.', 'correct it, and run the command again.'),
};
