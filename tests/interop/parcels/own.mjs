import { ServiceError, SoapFault, SoapFaultError } from '@wsdl-codegen/runtime';
import { hex, unhex } from '../cases.mjs';
import { faultOf } from './cases.mjs';
import { echoes } from './contract.mjs';
import { createValues } from './values.mjs';

const methodOf = (operation) => operation[0].toLowerCase() + operation.slice(1);

/** Client and server of a generated package, for calls with canonical values. Mono publishes the service as `service`. */
export function parcelsOf(generated) {
  const values = createValues(generated);
  const Client = generated.ParcelsClient ?? generated.ServiceClient;
  // The parameters are not nillable in what Mono publishes: what is null is left out.
  const nothing = generated.ParcelsClient === undefined ? undefined : null;
  return {
    service: (record) => generated.parcels(handlers(values, record)),
    client: (options) => caller(values, nothing, new Client(options)),
  };
}

/** Methods that record what they get, and answer it. */
function handlers(values, record) {
  const methods = {
    fail({ code, reason }) {
      record('Fail', [String(code), hex(reason)]);
      const detail = values.toOwn({ of: 'ParcelFault' }, faultOf(String(code)));
      throw new SoapFault(reason, { fault: 'ParcelFaultFault', detail });
    },
    notify: ({ text }) => record('Notify', [hex(text)]),
    clear: () => record('Clear', []),
  };
  for (const [operation, kind] of Object.entries(echoes)) {
    methods[methodOf(operation)] = ({ value }) => {
      record(operation, [JSON.stringify(values.fromOwn(kind, value))]);
      return value;
    };
  }
  return methods;
}

/** Calls with canonical arguments; results as drivers report them. */
function caller(values, nothing, client) {
  return async ({ operation, args }) => {
    try {
      const input = inputOf(values, nothing, operation, args);
      const result = await client[methodOf(operation)](input);
      if (echoes[operation] === undefined) {
        return { type: 'null', value: '' };
      }
      return { type: 'data', value: JSON.stringify(values.fromOwn(echoes[operation], result)) };
    } catch (error) {
      if (error instanceof SoapFaultError) {
        return faultResult(values, error);
      }
      return { type: error instanceof ServiceError ? 'error' : 'crash', value: hex(`${error.name}: ${error.message}`) };
    }
  };
}

function inputOf(values, nothing, operation, args) {
  if (operation === 'Fail') {
    return { code: Number(args[0].value), reason: unhex(args[1].value) };
  }
  if (operation === 'Notify') {
    return { text: unhex(args[0].value) };
  }
  if (operation === 'Clear') {
    return {};
  }
  return { value: values.toOwn(echoes[operation], JSON.parse(args[0].value)) ?? nothing };
}

/** The reason of a fault, and its detail where the descriptor declares it. */
function faultResult(values, { reason, faultName, detail }) {
  if (faultName === undefined) {
    return { type: 'fault', value: hex(reason) };
  }
  return { type: 'data', value: `${hex(reason)} ${JSON.stringify(values.fromOwn({ of: 'ParcelFault' }, detail))}` };
}
