/** DataSets of .NET whose schema travels in the message. */
export type { DataColumn, DataRow, DataSet, DataSetContent, DataTable, DataValues } from './model.js';
export { readDataSet } from './read.js';
export { writeDataSet } from './write.js';
