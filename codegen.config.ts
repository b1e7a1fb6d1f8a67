import { defineConfig } from 'wsdl-codegen';

/** What this repository itself generates: `wsdl/` -> `generated/`. */
export default defineConfig({
  packages: [
    {
      name: 'wallet-api',
      inputs: [
        'wsdl/AccountApi.wsdl',
        'wsdl/TelepayApi.wsdl',
        'wsdl/ExchangerApi.wsdl',
        'wsdl/PushApi.wsdl',
        'wsdl/ErrorsApi.wsdl',
      ],
      out: 'generated/wallet-api',
      skeletons: { dir: 'examples/services' },
    },
    {
      name: 'address-locator',
      inputs: ['wsdl/AddressLocator.wsdl'],
      out: 'generated/address-locator',
      skeletons: { dir: 'examples/services' },
    },
  ],
});
