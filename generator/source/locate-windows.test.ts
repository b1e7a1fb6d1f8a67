import { allowedFolders, diskPaths, displayName, isInside, placeOfInput } from './locate.js';
import { placesOfLocation } from './places.js';

jest.mock('node:path', () => jest.requireActual<typeof import('node:path')>('node:path').win32);

const project = 'C:\\project';
const pathsOf = (location: string, base = 'C:\\project\\wsdl\\a.wsdl') =>
  placesOfLocation(location, base, diskPaths).map((place) => (place.kind === 'file' ? place.path : place.kind));

describe('on Windows', () => {
  it.each([
    ['wsdl/a.wsdl', 'C:\\project\\wsdl\\a.wsdl'],
    ['wsdl\\a.wsdl', 'C:\\project\\wsdl\\a.wsdl'],
    ['..\\a.wsdl', 'C:\\a.wsdl'],
    ['D:\\contracts\\a.wsdl', 'D:\\contracts\\a.wsdl'],
    ['d:/contracts/a.wsdl', 'd:\\contracts\\a.wsdl'],
    ['\\\\host\\share\\a.wsdl', '\\\\host\\share\\a.wsdl'],
  ])('an input %p is a file', (input, path) => {
    expect(placeOfInput(input, project)).toEqual({ kind: 'file', path });
  });

  it.each([
    ['types.xsd', 'C:\\project\\wsdl\\types.xsd'],
    ['../xsd/types.xsd', 'C:\\project\\xsd\\types.xsd'],
    ['..\\xsd\\types.xsd', 'C:\\project\\xsd\\types.xsd'],
    ['D:\\xsd\\types.xsd', 'D:\\xsd\\types.xsd'],
    ['my%20types.xsd', 'C:\\project\\wsdl\\my types.xsd'],
  ])('an import of %p is a file', (location, path) => {
    expect(pathsOf(location)[0]).toBe(path);
  });

  it('an import with slashes that leads to another host is refused', () => {
    expect(pathsOf('//host/share/types.xsd')).toEqual(['bad']);
  });

  it.each([
    ['C:\\project', true],
    ['c:\\PROJECT\\wsdl\\a.wsdl', true],
    ['C:\\project..\\a.wsdl', false],
    ['C:\\projects\\a.wsdl', false],
    ['C:\\a.wsdl', false],
    ['D:\\project\\a.wsdl', false],
    ['\\\\host\\project\\a.wsdl', false],
  ])('whether %p is inside the project is %p', (file, inside) => {
    expect(isInside(file, project)).toBe(inside);
  });

  it('imports reach the working folder, and the folder around an input on another drive', () => {
    expect(allowedFolders(['C:\\project\\wsdl\\a.wsdl'], project, ['..\\shared'])).toEqual([project, 'C:\\shared']);
    expect(allowedFolders(['D:\\contracts\\v1\\a.wsdl'], project, [])).toEqual(['D:\\contracts']);
    expect(allowedFolders(['D:\\contracts\\a.wsdl'], project, [])).toEqual(['D:\\contracts']);
  });

  it('names of documents have forward slashes', () => {
    expect(displayName('C:\\project\\wsdl\\a.wsdl', project)).toBe('wsdl/a.wsdl');
    expect(displayName('D:\\contracts\\a.wsdl', project)).toBe('D:/contracts/a.wsdl');
  });
});
