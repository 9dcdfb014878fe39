/** What a person needs to try the product, printed when everything is ready. */
export function banner(address: string, key: string | undefined): string {
  const lines = ['', `Tandem is ready on ${address}`, `  Reference   ${address}/docs`];
  return [...lines, ...(key ? trial(address, key) : []), '  Stop        Ctrl-C', ''].join('\n');
}

const trial = (address: string, key: string) => [
  `  Demo key    ${key}`,
  '',
  '  Try it:',
  `  curl -s ${address}/api/v1/me -H 'Authorization: Bearer ${key}'`,
  `  curl -s ${address}/api/v1/tasks -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' ` +
    `-d '{"title":"My first task"}'`,
  '',
];
