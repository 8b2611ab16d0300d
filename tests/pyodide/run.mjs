// Runs program.py of a folder that has Pyodide, with numpy and pegwise: node run.mjs FOLDER SOURCES
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, sources] = process.argv.slice(2);
const file = (name) => path.join(folder, name);
const { loadPyodide } = await import(pathToFileURL(file('pyodide.mjs')).href);
const python = await loadPyodide({ indexURL: `${folder}/` });
const numpy = fs.readdirSync(folder).find((name) => name.startsWith('numpy'));
const packages = python.runPython('import site; site.getsitepackages()[0]');
python.unpackArchive(new Uint8Array(fs.readFileSync(file(numpy))), 'zip', { extractDir: packages });
python.mountNodeFS('/sources', sources);
python.globals.set('given_text', fs.readFileSync(file('given.json'), 'utf8'));
python.runPython("import json, sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/sources'); given = json.loads(given_text)");
const found = python.runPython(fs.readFileSync(file('program.py'), 'utf8'));
python.globals.set('found', found);
fs.writeFileSync(file('found.json'), python.runPython('json.dumps(found)'));
