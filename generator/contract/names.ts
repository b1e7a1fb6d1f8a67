export {
  byCodeUnits,
  expandedName,
  isNCName,
  MICROSOFT_TYPES_NAMESPACE,
  SERIALIZATION_NAMESPACE,
  SOAP_ENCODING_NAMESPACES,
  splitExpandedName,
  XSD_NAMESPACE,
} from '../source/names.js';
