export {
  byCodeUnits,
  expandedName,
  isNCName,
  MICROSOFT_TYPES_NAMESPACE,
  SERIALIZATION_NAMESPACE,
  splitExpandedName,
  XSD_NAMESPACE,
} from '../source/names.js';
