import type { Area } from '../family.js';
import { content, growingContent, patternFamilies } from './content.js';
import { dataSetFamilies, encoded } from './encoded.js';
import { faults, headers, sent } from './failures.js';
import { schemas, settings, wsdls } from './generator.js';
import { mime, mimeOnTheWire } from './mime.js';
import { signatures } from './signatures.js';
import { formFields, values } from './values.js';
import { answers, requests, xml } from './xml.js';

/** All families, by subject. */
export const areas: readonly Area[] = [
  xml,
  requests,
  answers,
  values,
  formFields,
  headers,
  mime,
  mimeOnTheWire,
  encoded,
  dataSetFamilies,
  content,
  growingContent,
  patternFamilies,
  faults,
  sent,
  schemas,
  wsdls,
  settings,
  signatures,
];
