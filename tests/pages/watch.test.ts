import { docsCommand } from '../../generator/commands/docs.js';
import { shopWsdl } from '../diff/shop.js';
import { TestProject } from '../support/test-project.js';

it('codegen docs --watch writes again when an input changes, and survives mistakes', async () => {
  const project = new TestProject();
  project.write('shop.wsdl', shopWsdl());
  const stop = new AbortController();
  let said = '';
  const say = (text: string): void => {
    said += text;
  };
  const until = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(said)) {
      await new Promise((done) => setTimeout(done, 20));
    }
    said = '';
  };
  const running = docsCommand(
    { inputs: ['shop.wsdl'], out: 'pages', watch: true },
    {
      out: say,
      err: say,
      isInteractive: false,
      environment: {},
      workingFolder: project.folder,
      stop: stop.signal,
    },
  );
  await until(/created[\s\S]*watching/);
  project.write('shop.wsdl', 'no document');
  await until(/error source\/[\s\S]*watching/);
  project.write('shop.wsdl', shopWsdl(['<x:element name="note"', '<x:element name="remark2"']));
  await until(/changed[\s\S]*watching/);
  stop.abort();
  expect(await running).toBe(0);
  project.remove();
});
