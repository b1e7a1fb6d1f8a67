import { type Contract, contractFormatVersion } from './model.js';

/** A contract without services and components: of a package that does not exist, or of a description that cannot be read. */
export const emptyContract: Contract = {
  formatVersion: contractFormatVersion,
  placeholders: [],
  types: [],
  elements: [],
  attributes: [],
  services: [],
};
