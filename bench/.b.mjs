import { build } from 'esbuild'; import fs from 'node:fs';
const root=process.cwd()+'/';
const progs={ wallet:`export * from 'wallet-api';`, runtime:`export * from '@wsdl-codegen/runtime';`, errclient:`export { ErrorsApiClient } from 'wallet-api'`, schema:`export * from '@wsdl-codegen/runtime/schema';`};
fs.writeFileSync('/tmp/stx/b/package.json','{"type":"module"}');
for(const [k,contents] of Object.entries(progs)) for(const m of [0,1]){
 const r=await build({stdin:{contents,resolveDir:root+'examples'},bundle:true,minify:!!m,format:'esm',platform:'node',target:'es2022',external:['node:*','soap'],outfile:`/tmp/stx/b/${k}${m}.js`,nodePaths:[root+'node_modules'],metafile:true});
 console.log(k,m,Object.values(r.metafile.outputs)[0].bytes);
}
