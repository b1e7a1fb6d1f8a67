export {
  byCodeUnits,
  expandedName,
  isNCName,
  microsoftTypesNamespace,
  serializationNamespace,
  soapEncodingNamespaces,
  splitExpandedName,
  xsdNamespace,
} from '../source/names.js';
