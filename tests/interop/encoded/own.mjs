import { fileURLToPath } from 'node:url';
import { ServiceError, SoapFaultError } from '@wsdl-codegen/runtime';
import { bits, hex, unbits, unhex } from '../cases.mjs';
import { generatedPackage } from '../generated-package.mjs';

/** The descriptor of the service in SOAP encoding: its schema asks for qualified elements, which SOAP encoding does not have. */
export const registryWsdl = fileURLToPath(new URL('./Registry.wsdl', import.meta.url));

/** Client and server of a package that is generated from the descriptor, for calls with values as text. */
export async function generatedRegistry(folder) {
  const { RegistryClient, registry } = await generatedPackage(registryWsdl, 'registry', folder);
  return { client: (options) => caller(new RegistryClient(options)), service: (record) => registry(handlers(record)) };
}

function caller(client) {
  return async ({ operation, args: [arg] }, binding) => {
    const method = operation[0].toLowerCase() + operation.slice(1);
    try {
      return resultOf(operation, await client[method]({ [arg.name]: fromText[operation](arg.value) }, { binding }));
    } catch (error) {
      if (error instanceof SoapFaultError) {
        return { type: 'fault', value: hex(error.reason) };
      }
      const type = error instanceof ServiceError ? 'error' : 'crash';
      return { type, value: hex(`${error.name}: ${error.message}`) };
    }
  };
}

/** Methods that record what they get, and answer it. */
function handlers(record) {
  return {
    echoText({ text }) {
      record('EchoText', [asText(text)]);
      return text;
    },
    echoEntry({ entry }) {
      record('EchoEntry', [resultOf('EchoEntry', entry).value]);
      return entry;
    },
    echoNumbers({ numbers }) {
      record('EchoNumbers', [resultOf('EchoNumbers', numbers).value]);
      return numbers;
    },
    measure({ text }) {
      record('Measure', [asText(text)]);
      return { return: text, length: text?.length ?? null };
    },
  };
}

const fromText = {
  EchoText: unhex,
  Measure: unhex,
  EchoNumbers: (json) => JSON.parse(json).map(Number),
  EchoEntry: entryOf,
};

function entryOf(json) {
  const { id, title, open, mark } = JSON.parse(json);
  const own = { label: unhex(mark.label), weight: unbits(mark.weight) };
  return { id: BigInt(id), title: unhex(title), open: open === 'true', mark: own };
}

const asText = (value) => (value === null ? 'null' : hex(value));

function resultOf(operation, value) {
  if (value === null || value === undefined) {
    return { type: 'null', value: '' };
  }
  switch (operation) {
    case 'EchoText':
      return { type: 'string', value: hex(value) };
    case 'EchoNumbers':
      return { type: 'data', value: JSON.stringify(value.map(String)) };
    case 'Measure':
      return { type: 'data', value: JSON.stringify({ length: String(value.length), return: asText(value.return) }) };
    default: {
      const { id, title, open, mark } = value;
      const weight = mark?.weight == null ? 'null' : bits(mark.weight);
      const parts = { id: String(id), mark: { label: asText(mark?.label ?? null), weight }, open: String(open) };
      return { type: 'data', value: JSON.stringify({ ...parts, title: asText(title) }) };
    }
  }
}
