import { defineConfig } from 'wsdl-codegen';
import { shop } from './plugin.js';

export default defineConfig({
  packages: [{ name: 'shop', inputs: ['shop.yaml'], out: '../dist/plugin/shop', plugins: [shop] }],
});
