// node schema/make_types.mjs: writes src/run/document.ts, the types of run.schema.json. A test says when it is old.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const here = (path) => new URL(path, import.meta.url);

/** encoded_mesh → EncodedMesh */
const typeName = (name) => name.replace(/(^|_)(\w)/g, (_, __, letter) => letter.toUpperCase());

const several = (types) => [...new Set(types)].join(' | ');

function typeOf(schema) {
  if (schema.$ref) return typeName(schema.$ref.replace('#/$defs/', ''));
  if ('const' in schema) return `'${schema.const}'`;
  if (schema.enum) return several(schema.enum.map((value) => `'${value}'`));
  if (schema.anyOf) return several(schema.anyOf.map(typeOf));
  if (Array.isArray(schema.type)) return several(schema.type.map((type) => typeOf({ ...schema, type })));
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'array') return arrayOf(typeOf(schema.items));
  if (schema.type === 'object' && schema.additionalProperties) return `Record<string, ${typeOf(schema.additionalProperties)}>`;
  if (['number', 'string', 'boolean', 'null'].includes(schema.type)) return schema.type;
  throw new Error(`no type for ${JSON.stringify(schema)}`);
}

const arrayOf = (type) => (/ /.test(type) ? `(${type})[]` : `${type}[]`);

const comment = (schema, indent) => (schema.description ? `${indent}/** ${schema.description} */\n` : '');

function member(name, schema, required) {
  return `${comment(schema, '  ')}  ${name}${required ? '' : '?'}: ${typeOf(schema)};\n`;
}

function declaration(name, schema) {
  if (!schema.properties) return `${comment(schema, '')}export type ${name} = ${typeOf(schema)};\n`;
  const members = Object.entries(schema.properties).map(([key, part]) => member(key, part, schema.required.includes(key)));
  return `${comment(schema, '')}export interface ${name} {\n${members.join('')}}\n`;
}

export function typesOf(schema) {
  const parts = Object.entries(schema.$defs).map(([name, part]) => declaration(typeName(name), part));
  const head = '// The document "erfd-run/1" as it arrives. Written by schema/make_types.mjs from schema/run.schema.json.\n';
  return [head, ...parts, declaration('RunDocument', schema)].join('\n');
}

export const schemaFile = here('run.schema.json');
export const typesFile = here('../src/run/document.ts');
export const currentTypes = () => typesOf(JSON.parse(readFileSync(schemaFile, 'utf8')));

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(typesFile, currentTypes());
