import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** USD per million tokens, which is micro-USD per token. */
export const price = { input: 1, output: 10 };

/** A fake provider that requests two tasks and then ends, with a ledger of questions by run. */
export async function serveModel() {
  const ledger = new Map();
  const tokens = (text) => Math.ceil(Buffer.byteLength(text) / 4);
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { messages, max_tokens: max } = JSON.parse(text);
    const [key] = /run-\d+(?=\.)/.exec(text);
    const make = (part) => ({ name: 'create_task', arguments: JSON.stringify({ title: `${key} ${part}` }) });
    const isStarted = messages.some(({ role }) => role === 'tool');
    const calls = isStarted ? [{ name: 'finish', arguments: '{"answer":"Done."}' }] : ['a', 'b'].map(make);
    const put = calls.map(({ name, arguments: args }) => name + args).join('');
    const [prompt, completion] = [tokens(text), tokens(put)];
    const served = prompt * price.input + completion * price.output;
    const question = { served, most: Buffer.byteLength(text) * price.input + max * price.output };
    ledger.set(key, [...(ledger.get(key) ?? []), question]);
    await sleep(30 + Math.random() * 70);
    const message = {
      ...{ role: 'assistant', content: null },
      tool_calls: calls.map((fn, i) => ({ id: `call_${i}`, type: 'function', function: fn })),
    };
    const usage = { prompt_tokens: prompt, completion_tokens: completion };
    const body = { id: 'chat', model: 'fake', choices: [{ index: 0, message, finish_reason: 'tool_calls' }], usage };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => server.closeAllConnections() ?? server.close();
  return { ledger, url: `http://127.0.0.1:${server.address().port}`, close };
}
