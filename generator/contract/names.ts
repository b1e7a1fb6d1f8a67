export {
  byCodeUnits,
  expandedName,
  microsoftTypesNamespace,
  serializationNamespace,
  soapEncodingNamespaces,
  splitExpandedName,
  xsdNamespace,
} from '../source/names.js';
