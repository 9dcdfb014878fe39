import { pages, Tandem, type Page } from '@tandem/client';
import { type Field, type Operation, operations } from '@tandem/client/operations';
import { Command } from 'commander';
import { cleared, kebab, optionOf } from './fields.js';
import { jsonFrom, secretAskedFor } from './inputs.js';
import { nameOf, pipe, print, show, type Form } from './output.js';
import { connectionOf } from './profiles.js';

/** Of every command. */
export interface Common extends Form {
  profile?: string;
}

type Options = Common & Record<string, unknown> & { data?: string; all?: boolean };
type Request = Record<'path' | 'query', Record<string, unknown>> & { body?: unknown };
type Parts = Partial<Record<'path' | 'query' | 'body', Record<string, unknown>>>;
type Call = (request: Request) => Promise<unknown>;

/** What a short name adds to an operation. */
export interface ShortName {
  /** Parts of the request, from the first argument and options of its own. */
  partsOf?: (tandem: Tandem, argument: string, options: Options) => Parts | Promise<Parts>;
  /** What to show in place of the result. */
  ended?: (tandem: Tandem, result: unknown, options: Options) => Promise<unknown>;
}

/** A command for each operation: `tandem tasks create --title …`. */
export function addOperations(program: Command): void {
  for (const operation of operations) {
    if (operation.response === 'events') continue;
    const group = groupOf(program, operation.tag);
    addOperation(group.command(kebab(operation.verb)), operation);
  }
}

export function groupOf(program: Command, tag: string): Command {
  const name = kebab(tag);
  const known = program.commands.find((command) => command.name() === name);
  return known ?? program.command(name).description(`the operations on ${name.replaceAll('-', ' ')}`);
}

export function addOperation(command: Command, operation: Operation, short: ShortName = {}): void {
  const { summary, fields, body, response } = operation;
  command.description(`${summary}.`);
  for (const { name, description } of inPath(fields)) command.argument(`<${kebab(name)}>`, description);
  for (const field of fields) if (field.in !== 'path' && !isHidden(field)) command.addOption(optionOf(field));
  const also = fields
    .filter(isHidden)
    .map(({ name }) => `, also for ${kebab(name)}`)
    .join('');
  if (body !== 'none') command.option('--data <json>', `the body: JSON, @file or - for standard input${also}`);
  if (response === 'page') command.option('--all', 'read every page, and print one record per line');
  command.action(async () => perform(operation, command, short));
}

async function perform(operation: Operation, command: Command, { partsOf, ended }: ShortName): Promise<void> {
  const options = command.optsWithGlobals<Options>();
  const [given, tandem] = [command.processedArgs as string[], await tandemOf(options)];
  const request = await requestOf(operation, given, command);
  if (partsOf) merge(request, await partsOf(tandem, given[0]!, options));
  const call = callOf(tandem, operation);
  if (options.all) return printAll(call, request, options);
  const response = await call(request);
  const result = ended ? await ended(tandem, response, options) : response;
  if (operation.response === 'none') return;
  if (operation.response === 'chunks') return pipe(result as ReadableStream<Uint8Array>);
  if (operation.response !== 'page') return show(result, options);
  const { data, next_cursor: cursor } = result as Page<object>;
  show(data, options);
  if (cursor !== null)
    process.stderr.write(`There are more: use --all${process.stderr.isTTY ? '' : `, or --cursor ${cursor}`}\n`);
}

export const tandemOf = async ({ profile }: Common): Promise<Tandem> => new Tandem(await connectionOf(profile));

function callOf(tandem: Tandem, { tag, verb }: Operation): Call {
  const calls = tandem as unknown as Record<string, Record<string, Call>>;
  return (request) => calls[tag]![verb]!(request);
}

function merge(request: Request, { path, query, body }: Parts): void {
  Object.assign(request.path, path);
  Object.assign(request.query, query);
  if (body) request.body = { ...(request.body as object), ...body };
}

/** Has a credential among other fields, which must not be an argument. */
const isHidden = ({ secret, type }: Field) => secret && type !== 'string';

const inPath = (fields: readonly Field[]) => fields.filter((field) => field.in === 'path');

/** Options take precedence over the same fields of `--data`. */
async function requestOf({ fields, body }: Operation, given: readonly string[], command: Command): Promise<Request> {
  const path = Object.fromEntries(inPath(fields).map(({ name }, at) => [name, given[at]]));
  const valuesIn = async (place: Field['in']) => {
    const values: Record<string, unknown> = {};
    for (const { name, secret } of fields.filter((field) => field.in === place)) {
      const value: unknown = command.getOptionValue(camel(kebab(name)));
      if (value !== undefined) values[name] = value === cleared ? null : value;
      if (value && secret) values[name] = await secretAskedFor(name, '--data');
    }
    return values;
  };
  const request = { path, query: await valuesIn('query') };
  if (body === 'none') return request;
  const { data } = command.opts<Options>();
  const [whole, options] = [data === undefined ? {} : await jsonFrom(data), await valuesIn('body')];
  if (body === 'optional' && data === undefined && Object.keys(options).length === 0) return request;
  const isObject = typeof whole === 'object' && whole !== null && !Array.isArray(whole);
  return { ...request, body: isObject ? { ...whole, ...options } : whole };
}

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

async function printAll(call: Call, { query, ...request }: Request, { quiet }: Form): Promise<void> {
  const page = (cursor: string | undefined) =>
    call({ ...request, query: { ...query, cursor } }) as Promise<Page<Record<string, unknown>>>;
  const all = pages(page, { cursor: query.cursor as string | undefined });
  for await (const record of all) print(quiet ? nameOf(record) : JSON.stringify(record));
}
